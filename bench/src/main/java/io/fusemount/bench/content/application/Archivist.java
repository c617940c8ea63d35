package io.fusemount.bench.content.application;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.hibernate.engine.jdbc.proxy.BlobProxy;

import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionOperations;

/**
 * The changes of the application itself: it stores a recording through its repository.
 */
@Service
class Archivist {

	private final RecordingRepository recordings;

	private final TransactionOperations transactions;

	Archivist(RecordingRepository recordings, TransactionOperations transactions) {
		this.recordings = recordings;
		this.transactions = transactions;
	}

	/**
	 * Executes a command.
	 * @param order the word {@code store}, a name, a text, and the number of bytes that
	 * it is padded to
	 * @return the time of the commit, by {@link System#nanoTime}
	 */
	long follow(String order) {
		String[] words = order.split(" ");
		if (words.length != 4 || !words[0].equals("store")) {
			throw new IllegalArgumentException("Not an order: " + order);
		}
		byte[] content = Arrays.copyOf(words[2].getBytes(StandardCharsets.UTF_8), Integer.parseInt(words[3]));
		this.transactions.executeWithoutResult((status) -> store(words[1], content));
		return System.nanoTime();
	}

	private void store(String name, byte[] content) {
		Recording recording = this.recordings.findByName(name).orElseGet(Recording::new);
		recording.name = name;
		recording.content = BlobProxy.generateProxy(content);
		recording.size = content.length;
		this.recordings.save(recording);
	}

}
