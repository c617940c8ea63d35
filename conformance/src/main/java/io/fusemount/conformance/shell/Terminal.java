package io.fusemount.conformance.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A terminal that runs an interactive program, by {@code script(1)}: types keys when the
 * program has displayed the expected prompt.
 */
public final class Terminal implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final Process process;

	private final StringBuilder shown = new StringBuilder();

	private Terminal(Process process) {
		this.process = process;
		Thread reader = new Thread(this::read, "terminal");
		reader.setDaemon(true);
		reader.start();
	}

	/**
	 * Starts a program in a directory.
	 */
	public static Terminal open(Path directory, String line) {
		String sized = "stty rows 24 columns 80; exec " + line;
		ProcessBuilder builder = new ProcessBuilder("script", "-q", "-e", "-c", sized, "/dev/null")
			.directory(directory.toFile())
			.redirectErrorStream(true);
		builder.environment().put("LC_ALL", "C.UTF-8");
		builder.environment().put("TERM", "xterm");
		try {
			return new Terminal(builder.start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The terminal could not be started", ex);
		}
	}

	private void read() {
		byte[] buffer = new byte[8192];
		InputStream output = this.process.getInputStream();
		try {
			for (int count = output.read(buffer); count >= 0; count = output.read(buffer)) {
				synchronized (this.shown) {
					// Tests wait for ASCII text only.
					this.shown.append(new String(buffer, 0, count, StandardCharsets.ISO_8859_1));
					this.shown.notifyAll();
				}
			}
		}
		catch (IOException ex) {
			// The terminal was closed.
		}
	}

	/**
	 * Waits until the program displays a text, after the last one that was waited for.
	 */
	public Terminal awaits(String text) throws InterruptedException {
		long end = System.nanoTime() + PATIENCE.toNanos();
		synchronized (this.shown) {
			while (this.shown.indexOf(text) < 0) {
				long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
				if (left <= 0) {
					throw new AssertionError("'" + text + "' was not shown, only:\n" + this.shown);
				}
				this.shown.wait(left);
			}
			this.shown.delete(0, this.shown.indexOf(text) + text.length());
		}
		return this;
	}

	/**
	 * Types keys; {@code \r} is Enter, a character below the space is one with Ctrl.
	 */
	public Terminal types(String keys) {
		try {
			OutputStream input = this.process.getOutputStream();
			input.write(keys.getBytes(StandardCharsets.UTF_8));
			input.flush();
			return this;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Waits for the program to end and returns its exit status.
	 */
	public int ends() throws InterruptedException {
		if (!this.process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
			synchronized (this.shown) {
				throw new AssertionError("The program did not end; it shows:\n" + this.shown);
			}
		}
		return this.process.exitValue();
	}

	@Override
	public void close() {
		this.process.descendants().forEach(ProcessHandle::destroyForcibly);
		this.process.destroyForcibly();
	}

}
