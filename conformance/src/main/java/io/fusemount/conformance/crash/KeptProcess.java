package io.fusemount.conformance.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

import io.fusemount.conformance.shell.Shell;

/**
 * An application as a process under {@code deploy/keep}, which holds its mount while it
 * restarts.
 */
public final class KeptProcess implements AutoCloseable {

	/** The command that runs it, as seen from a module. */
	public static final Path KEEP = Path.of("..", "deploy", "keep").toAbsolutePath().normalize();

	private static final long PAUSE_MILLIS = 20;

	private final Path log;

	private final Duration patience;

	private final Process keeper;

	private KeptProcess(Path log, Duration patience, Process keeper) {
		this.log = log;
		this.patience = patience;
		this.keeper = keeper;
	}

	/**
	 * Starts the process.
	 * @param command begins with {@link #KEEP}
	 * @param log receives what it says
	 * @param patience the longest time for which to {@linkplain #await wait}
	 */
	public static KeptProcess start(ProcessBuilder command, Path log, Duration patience) throws IOException {
		return new KeptProcess(log, patience, command.redirectErrorStream(true).redirectOutput(log.toFile()).start());
	}

	/**
	 * Waits until a condition is true.
	 * @throws AssertionError if that takes too long, or the keeper ends; its message has
	 * the log, and what the application waits for
	 */
	public void await(BooleanSupplier condition) {
		long end = System.nanoTime() + this.patience.toNanos();
		while (!condition.getAsBoolean()) {
			if (!this.keeper.isAlive() || System.nanoTime() - end > 0) {
				throw new AssertionError(log() + "\n" + threads());
			}
			pause();
		}
	}

	private static void pause() {
		try {
			Thread.sleep(PAUSE_MILLIS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Returns what it has said.
	 */
	public String log() {
		try {
			return Files.readString(this.log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Returns what the application has complained of, and which mounts it has taken over.
	 */
	public String complaints() {
		return log().lines()
			.filter((line) -> line.contains(" WARN ") || line.contains(" ERROR ") || line.contains("Took '")
					|| line.startsWith("Caused by"))
			.collect(Collectors.joining("\n"));
	}

	/**
	 * Describes what the threads of the application wait for.
	 */
	public String threads() {
		return this.keeper.descendants()
			.map((process) -> Shell.in(Path.of("/")).run("timeout 20 jstack -l " + process.pid()).output())
			.collect(Collectors.joining());
	}

	/**
	 * Returns the process of {@code keep}.
	 */
	public ProcessHandle keeper() {
		return this.keeper.toHandle();
	}

	/**
	 * Returns the process of the application.
	 */
	public ProcessHandle application() {
		return this.keeper.descendants()
			.filter((process) -> process.info().command().orElse("").endsWith("java"))
			.findFirst()
			.orElseThrow();
	}

	/**
	 * Sends SIGHUP to {@code keep}: the application is restarted at once, or is started
	 * without further delay.
	 */
	public void restart() throws IOException {
		new ProcessBuilder("kill", "-HUP", Long.toString(this.keeper.pid())).start();
	}

	/**
	 * Ends both.
	 */
	@Override
	public void close() {
		this.keeper.destroy();
		this.keeper.onExit().orTimeout(1, TimeUnit.MINUTES).join();
	}

}
