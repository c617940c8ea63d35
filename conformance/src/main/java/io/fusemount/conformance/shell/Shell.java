package io.fusemount.conformance.shell;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A shell in a directory: runs command lines as a user would type them, in UTF-8
 * regardless of the JVM's default charset, and kills commands that exceed a time limit.
 */
public final class Shell {

	/**
	 * Longer than any command needs on a slow and busy machine; only ends commands that
	 * hang.
	 */
	private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);

	private final Path directory;

	private final Duration timeout;

	private Shell(Path directory, Duration timeout) {
		this.directory = directory;
		this.timeout = timeout;
	}

	/**
	 * Returns a shell whose working directory is the given one.
	 */
	public static Shell in(Path directory) {
		return new Shell(directory, DEFAULT_TIMEOUT);
	}

	/**
	 * Returns a shell with the given time limit for each line.
	 */
	public Shell withTimeout(Duration timeout) {
		return new Shell(this.directory, timeout);
	}

	/**
	 * Whether a program is installed.
	 */
	public static boolean has(String program) {
		return in(Path.of("/")).run("command -v " + program).isSuccess();
	}

	/**
	 * Returns the text as one word of a command line, whatever its characters.
	 */
	public static String quote(Object text) {
		return "'" + text.toString().replace("'", "'\\''") + "'";
	}

	/**
	 * Runs a line of {@code sh} and returns its result.
	 */
	public ShellResult run(String line) {
		// As an argument, the line would be encoded in the JVM's default charset.
		Path script = temporaryFile();
		Path output = temporaryFile();
		Path errors = temporaryFile();
		try {
			write(script, line + "\n");
			// Files rather than pipes: nothing blocks, however long the output.
			int status = await(new ProcessBuilder("sh", script.toString()).directory(this.directory.toFile())
				.redirectInput(new File("/dev/null"))
				.redirectOutput(output.toFile())
				.redirectError(errors.toFile()));
			return new ShellResult(line, status, read(output), read(errors));
		}
		finally {
			delete(script);
			delete(output);
			delete(errors);
		}
	}

	private int await(ProcessBuilder builder) {
		builder.environment().put("LC_ALL", "C.UTF-8");
		try {
			Process process = builder.start();
			try {
				boolean ended = process.waitFor(this.timeout.toMillis(), TimeUnit.MILLISECONDS);
				return ended ? process.exitValue() : ShellResult.TIMED_OUT;
			}
			finally {
				process.descendants().forEach(ProcessHandle::destroyForcibly);
				process.destroyForcibly();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The shell could not be started", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while a command line was running", ex);
		}
	}

	/**
	 * Runs a line, which must end with status 0, and returns its output.
	 */
	public String check(String line) {
		return run(line).requireSuccess().output();
	}

	private static Path temporaryFile() {
		try {
			return Files.createTempFile("shell", null);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void write(Path file, String text) {
		try {
			Files.writeString(file, text);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String read(Path file) {
		try {
			return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void delete(Path file) {
		try {
			Files.deleteIfExists(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
