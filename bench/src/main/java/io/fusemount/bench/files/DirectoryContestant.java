package io.fusemount.bench.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

import io.fusemount.bench.store.DirectoryFiles;
import io.fusemount.bench.store.Stock;

/**
 * A directory known only by its path, on the local disk or on another mount.
 */
final class DirectoryContestant implements Contestant {

	private final String name;

	private final DirectoryFiles files;

	/**
	 * Uses the given directory.
	 * @throws IOException if it is not a directory, or not empty
	 */
	DirectoryContestant(String name, Path directory) throws IOException {
		this.name = name;
		this.files = new DirectoryFiles(directory);
		try (Stream<Path> entries = Files.list(directory)) {
			if (entries.findAny().isPresent()) {
				throw new IOException("The directory of '" + name + "' is not empty: " + directory);
			}
		}
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public DirectoryFiles files() {
		return this.files;
	}

	/** The work is done by the kernel, or by an unknown process. */
	@Override
	public long cpuNanos() {
		return 0;
	}

	@Override
	public void fill(Stock stock) throws IOException {
		byte[] content = new byte[Stock.SIZE];
		Arrays.fill(content, (byte) 'x');
		for (int i = 1; i <= stock.files(); i++) {
			this.files.create(Stock.name(i), Arrays.copyOf(content, stock.size(i)));
		}
	}

	@Override
	public void clear(Stock stock) throws IOException {
		for (int i = 1; i <= stock.files(); i++) {
			this.files.delete(Stock.name(i));
		}
	}

	@Override
	public boolean forgets() {
		return false;
	}

	@Override
	public void age() {
		throw new UnsupportedOperationException(this.name);
	}

	@Override
	public void close() {
	}

}
