package io.fusemount.sample.takeover;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A script that works in the mount until it is told to finish. It ends with the first
 * command that fails.
 */
final class BusyProgram implements AutoCloseable {

	private final String name;

	private final Path directory;

	private final Process process;

	private BusyProgram(String name, Path directory, Process process) {
		this.name = name;
		this.directory = directory;
		this.process = process;
	}

	/**
	 * Starts a script.
	 * @param directory a directory of the local disk for it
	 * @param mount its working directory
	 * @param script what to do; {@code go_on} is true until the script is to finish,
	 * {@code here} is the directory, and {@code pass} counts
	 */
	static BusyProgram start(String name, Path directory, Path mount, String script) {
		try {
			Path own = Files.createDirectories(directory.resolve(name));
			String text = """
					set -eu
					here=%s
					go_on() { ! test -e "$here/finish"; }
					pass() { echo . >> "$here/passes"; }
					%s
					""".formatted(own, script);
			Files.writeString(own.resolve("script"), text);
			Process process = new ProcessBuilder("bash", own.resolve("script").toString()).directory(mount.toFile())
				.redirectErrorStream(true)
				.redirectOutput(own.resolve("output").toFile())
				.start();
			return new BusyProgram(name, own, process);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Returns how often the script has done its work. */
	long passes() {
		try {
			Path passes = this.directory.resolve("passes");
			return Files.exists(passes) ? Files.size(passes) / 2 : 0;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Requires that the script has not failed so far. */
	void requireRunning() {
		assertThat(this.process.isAlive()).as(this::describe).isTrue();
	}

	/** Lets the script finish, and requires that nothing has failed. */
	void finish() throws Exception {
		requireRunning();
		Files.createFile(this.directory.resolve("finish"));
		assertThat(this.process.waitFor(10, TimeUnit.MINUTES)).as(this::describe).isTrue();
		assertThat(this.process.exitValue()).as(this::describe).isZero();
		assertThat(passes()).as(this::describe).isPositive();
	}

	private String describe() {
		try {
			return this.name + ": " + Files.readString(this.directory.resolve("output"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		this.process.descendants().forEach(ProcessHandle::destroyForcibly);
		this.process.destroyForcibly();
	}

}
