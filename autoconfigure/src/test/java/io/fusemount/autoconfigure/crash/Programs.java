package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Programs that run beside a test until they end or are killed.
 */
final class Programs implements AutoCloseable {

	private final List<Process> running = new ArrayList<>();

	/** Starts a line of shell, which the program itself replaces. */
	Process start(Path directory, String line) {
		try {
			Process process = new ProcessBuilder("sh", "-c", "exec " + line).directory(directory.toFile())
				.redirectErrorStream(true)
				.start();
			this.running.add(process);
			return process;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	List<Process> all() {
		return List.copyOf(this.running);
	}

	/** Kills all of them, as by {@code kill -9}, and waits for their end. */
	void kill() {
		this.running.forEach(Process::destroyForcibly);
		Patience.await(() -> this.running.stream().noneMatch(Process::isAlive));
	}

	@Override
	public void close() {
		this.running.forEach(Process::destroyForcibly);
	}

}
