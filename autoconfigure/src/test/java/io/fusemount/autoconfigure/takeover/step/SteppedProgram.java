package io.fusemount.autoconfigure.takeover.step;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

import io.fusemount.conformance.shell.Shell;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A program that works in the mount, while the application does what it wants up to a
 * certain step.
 */
final class SteppedProgram implements AutoCloseable {

	/** More steps than there are. */
	static final int ALL = 1_000_000;

	static final Duration PATIENCE = Duration.ofSeconds(40);

	/** What is called python3 may be a slow script. */
	private static final String PYTHON = Shell.in(Path.of("/"))
		.check("python3 -c 'import sys; print(sys.executable)'")
		.strip();

	private final String work;

	private final Path steps;

	private final Path last;

	private final Path output;

	private final Process process;

	private SteppedProgram(String work, String name, Path place, Path tree) throws IOException {
		this.work = work;
		this.output = place.resolve(name + ".output");
		this.process = new ProcessBuilder(PYTHON, script(), work, tree.resolve(name).toString(), place.toString())
			.redirectErrorStream(true)
			.redirectOutput(this.output.toFile())
			.start();
		this.steps = place.resolve(this.process.pid() + ".steps");
		this.last = place.resolve(this.process.pid() + ".last");
	}

	private static String script() {
		return String.valueOf(SteppedProgram.class.getResource("program.py")).replaceFirst("^file:", "");
	}

	/** Returns the works that programs know. */
	static List<String> works() throws IOException {
		Process process = new ProcessBuilder(PYTHON, script(), "works").start();
		return process.inputReader().lines().toList();
	}

	/**
	 * Starts a program, which prepares its files.
	 * @param name the name of its directory
	 */
	static SteppedProgram start(String work, String name, Path place, Path tree) {
		try {
			return new SteppedProgram(work, name, place, tree);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	String work() {
		return this.work;
	}

	/** Waits until the files of the program are prepared. */
	void awaitReady() {
		await(PATIENCE, () -> said("ready"));
		assertThat(lines(this.output)).as(this.work).containsExactly("ready");
	}

	/**
	 * Lets the program work until the application halts or the work is done.
	 * @param last the number of the step that is not done
	 * @return whether it has come to that; it has not if it waits for another program
	 */
	boolean work(int last) {
		try {
			this.process.outputWriter().append(last + "\n").flush();
		}
		catch (IOException ex) {
			throw new AssertionError(this + " ended with " + finish(Duration.ofSeconds(1)), ex);
		}
		return await(Duration.ofSeconds(2), () -> isHalted() || said("worked"));
	}

	boolean isHalted() {
		return steps().contains(Steps.HALTED);
	}

	/** Returns the steps that the application has done for the program. */
	List<String> steps() {
		return lines(this.steps);
	}

	/** Returns the step at which the application halts or has got. */
	String lastStep() {
		List<String> done = steps().stream().filter((step) -> !step.equals(Steps.HALTED)).toList();
		return done.isEmpty() ? "none" : done.get(done.size() - 1);
	}

	/**
	 * Lets the next process do what the program wants up to a step of its own.
	 * @param last the number of the step that is not done
	 */
	void goOn(int last) throws IOException {
		Files.deleteIfExists(this.steps);
		if (Files.exists(this.last)) {
			Path next = this.last.resolveSibling(this.last.getFileName() + ".next");
			Files.writeString(next, Integer.toString(last));
			Files.move(next, this.last, StandardCopyOption.ATOMIC_MOVE);
		}
	}

	/**
	 * Waits until the application halts again, or the program waits for something else.
	 * @return the step
	 */
	String awaitHalt() {
		await(Duration.ofSeconds(2), () -> isHalted() || said("worked"));
		return lastStep();
	}

	/** Lets the next process do all that the program wants. */
	void letGo() {
		try {
			Files.deleteIfExists(this.last);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	private boolean said(String line) {
		return lines(this.output).contains(line) || !this.process.isAlive();
	}

	private static List<String> lines(Path file) {
		try {
			return Files.exists(file) ? Files.readAllLines(file) : List.of();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static boolean await(Duration patience, Callable<Boolean> condition) {
		try {
			Awaitility.await()
				.atMost(patience)
				.pollDelay(Duration.ZERO)
				.pollInterval(Duration.ofMillis(5))
				.until(condition);
			return true;
		}
		catch (ConditionTimeoutException ex) {
			return false;
		}
	}

	/**
	 * Waits for the end of the program.
	 * @return what was wrong, {@code null} if it was successful
	 */
	@Nullable String finish(Duration patience) {
		try {
			if (!this.process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
				return "hangs after " + lines(this.output);
			}
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		int status = this.process.exitValue();
		return (status == 0) ? null : String.join("\n", lines(this.output)) + "\nstatus " + status;
	}

	@Override
	public String toString() {
		return this.output.getFileName() + " (" + this.process.pid() + ")";
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
