package io.fusemount.transport.linux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * A program that has its working directory in the mount, and others that pass through the
 * directory all the time. The kernel tells the program the name of its directory without
 * asking anybody ({@code getcwd(2)}), as long as no look-up has found the name untrue.
 */
final class Lodger implements AutoCloseable {

	private final Path directory;

	private final Process program;

	private final Thread observer = new Thread(this::observe, "observer");

	private final Thread passer = new Thread(this::pass, "passer");

	private final Set<String> names = new ConcurrentSkipListSet<>();

	private volatile boolean ends;

	private Lodger(Path directory, Process program) {
		this.directory = directory;
		this.program = program;
	}

	static Lodger in(Path directory) throws IOException {
		Lodger lodger = new Lodger(directory, new ProcessBuilder("sleep", "120").directory(directory.toFile()).start());
		lodger.observer.start();
		lodger.passer.start();
		return lodger;
	}

	private void observe() {
		Path link = Path.of("/proc", Long.toString(this.program.pid()), "cwd");
		while (!this.ends) {
			try {
				this.names.add(Files.readSymbolicLink(link).toString());
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
	}

	private void pass() {
		while (!this.ends) {
			Files.exists(this.directory.resolve("passed"));
		}
	}

	/** Returns all names that the directory has had for the program so far. */
	Set<String> names() {
		return this.names;
	}

	@Override
	public void close() {
		this.ends = true;
		try {
			this.observer.join();
			this.passer.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.program.destroyForcibly();
	}

}
