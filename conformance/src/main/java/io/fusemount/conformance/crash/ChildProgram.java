package io.fusemount.conformance.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.fusemount.conformance.machine.Machine;

/**
 * A program in a JVM of its own that obeys lines on its standard input and answers with
 * lines on its standard output. It should end when its input does, and so not outlive the
 * test.
 */
public final class ChildProgram implements AutoCloseable {

	private static final String CLASS_PATH = System.getProperty("java.class.path");

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private final List<String> lines = new ArrayList<>();

	private final Process process;

	private int consumed;

	private boolean ended;

	private ChildProgram(Process process) {
		this.process = process;
		Thread reader = new Thread(this::readLines, "fusemount-test-child-output");
		reader.setDaemon(true);
		reader.start();
	}

	/**
	 * Starts the program.
	 * @param workspace for its temporary files
	 */
	public static ChildProgram start(Class<?> program, Path workspace, String... arguments) {
		return start(List.of(), CLASS_PATH, program, workspace, arguments);
	}

	/**
	 * Starts an executable jar.
	 * @param launcher a program that starts the command, and its arguments, which the
	 * command follows; may be empty
	 * @param workspace for its temporary files
	 */
	public static ChildProgram startJar(List<String> launcher, Path jar, Path workspace, String... arguments) {
		return start(launcher, List.of("-jar", jar.toString()), workspace, arguments);
	}

	/**
	 * Starts the program with libraries other than those of the test.
	 * @param workspace for its temporary files
	 */
	public static ChildProgram startWith(String classPath, Class<?> program, Path workspace, String... arguments) {
		return start(List.of(), classPath, program, workspace, arguments);
	}

	/**
	 * Starts the program on a machine that differs from this one.
	 * @param workspace for its temporary files, as the path appears there
	 */
	public static ChildProgram start(Machine machine, Class<?> program, Path workspace, String... arguments) {
		return start(machine.command(), CLASS_PATH, program, workspace, arguments);
	}

	/**
	 * Starts the program by another one.
	 * @param launcher the other program and its arguments, which the command follows
	 * @param workspace for its temporary files
	 */
	public static ChildProgram start(List<String> launcher, Class<?> program, Path workspace, String... arguments) {
		return start(launcher, CLASS_PATH, program, workspace, arguments);
	}

	private static ChildProgram start(List<String> launcher, String classPath, Class<?> program, Path workspace,
			String... arguments) {
		return start(launcher, List.of("-cp", classPath, program.getName()), workspace, arguments);
	}

	private static ChildProgram start(List<String> launcher, List<String> program, Path workspace,
			String... arguments) {
		List<String> command = new ArrayList<>(launcher);
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		// The program lives for seconds: optimizations that pay off later only delay the
		// start.
		command.addAll(
				List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m", "-Djava.io.tmpdir=" + workspace));
		command.addAll(program);
		command.addAll(List.of(arguments));
		try {
			return new ChildProgram(new ProcessBuilder(command).redirectErrorStream(true).start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void readLines() {
		try (BufferedReader reader = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = reader.readLine(); line != null; line = reader.readLine()) {
				synchronized (this) {
					this.lines.add(line);
					notifyAll();
				}
			}
		}
		catch (IOException ex) {
			// Killed.
		}
		synchronized (this) {
			this.ended = true;
			notifyAll();
		}
	}

	/**
	 * Waits for a line that starts with the prefix and that was not waited for before.
	 * @return the rest of the line
	 */
	public synchronized String await(String prefix) {
		long end = System.nanoTime() + PATIENCE.toNanos();
		for (;;) {
			while (this.consumed < this.lines.size()) {
				String line = this.lines.get(this.consumed++);
				if (line.startsWith(prefix)) {
					return line.substring(prefix.length());
				}
			}
			long left = (end - System.nanoTime()) / 1_000_000;
			if (this.ended || left <= 0) {
				throw new AssertionError("The program did not say '" + prefix + "' but:\n" + output());
			}
			try {
				wait(left);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new IllegalStateException(ex);
			}
		}
	}

	/** Sends a line to the program. */
	public void send(String line) {
		try {
			this.process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
			this.process.getOutputStream().flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(output(), ex);
		}
	}

	/** Returns the output of the program so far. */
	public synchronized String output() {
		return String.join("\n", this.lines);
	}

	/** Returns the id of its process. */
	public long pid() {
		return this.process.pid();
	}

	/** Kills the program, as by {@code kill -9}. */
	public void kill() {
		this.process.destroyForcibly();
		awaitEnd();
	}

	/** Kills the processes that the program has started, then the program. */
	public void killWithHelpers() {
		this.process.children().forEach(ProcessHandle::destroyForcibly);
		kill();
	}

	/** Asks the program to end, as by {@code kill}. */
	public void terminate() {
		// Through the process itself, its output would be closed first, with the lines
		// that it prints at its end.
		this.process.toHandle().destroy();
	}

	/**
	 * Waits for the end of the program.
	 * @return its exit status
	 */
	public int awaitEnd() {
		try {
			if (!this.process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
				throw new AssertionError("The program does not end:\n" + output());
			}
			return this.process.exitValue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/** Ends the input of the program and waits for its end. */
	@Override
	public void close() {
		try {
			this.process.getOutputStream().close();
			awaitEnd();
		}
		catch (IOException ex) {
			// It has ended before.
			awaitEnd();
		}
		finally {
			this.process.destroyForcibly();
		}
	}

}
