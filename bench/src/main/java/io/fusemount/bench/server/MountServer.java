package io.fusemount.bench.server;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.fusemount.bench.measure.ProcessTime;

/**
 * A process that has a filesystem mounted.
 */
public final class MountServer implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private final String name;

	private final Path file;

	private final Process process;

	private final Path mountPoint;

	/**
	 * Starts the process and waits until the filesystem is mounted.
	 * @param command the command, to which the mount point is appended
	 * @param file the path, below the mount point, whose existence is awaited
	 */
	public MountServer(String name, List<String> command, String file) throws IOException, InterruptedException {
		this(name, command, file, ProcessBuilder.Redirect.DISCARD);
	}

	/**
	 * Starts the process and waits until the filesystem is mounted.
	 * @param command the command, to which the mount point is appended
	 * @param file the path, below the mount point, whose existence is awaited
	 * @param answers the destination of its output: a pipe, if {@linkplain #answer
	 * answers} will be read
	 */
	public MountServer(String name, List<String> command, String file, ProcessBuilder.Redirect answers)
			throws IOException, InterruptedException {
		this.name = name;
		this.mountPoint = Files.createTempDirectory("fusemount-bench");
		this.file = this.mountPoint.resolve(file);
		List<String> all = new ArrayList<>(command);
		all.add(this.mountPoint.toString());
		this.process = new ProcessBuilder(all).redirectError(ProcessBuilder.Redirect.INHERIT)
			.redirectOutput(answers)
			.start();
		long deadline = System.nanoTime() + PATIENCE.toNanos();
		while (!Files.exists(this.file)) {
			if (!this.process.isAlive() || System.nanoTime() > deadline) {
				close();
				throw new IOException(name + " did not mount");
			}
			TimeUnit.MILLISECONDS.sleep(50);
		}
	}

	/**
	 * Returns the command that runs a main class with the class path of this process.
	 */
	public static List<String> java(Class<?> main, String... options) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of(options));
		command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
		return command;
	}

	public String name() {
		return this.name;
	}

	/**
	 * Returns the path that was awaited.
	 */
	public Path file() {
		return this.file;
	}

	public long pid() {
		return this.process.pid();
	}

	/**
	 * Sends a command to the process, a line of its input.
	 */
	public void order(String line) throws IOException {
		BufferedWriter orders = this.process.outputWriter();
		orders.write(line);
		orders.newLine();
		orders.flush();
	}

	/**
	 * Waits for the next output line of the process.
	 */
	public String answer() throws IOException {
		String line = this.process.inputReader().readLine();
		if (line == null) {
			throw new IOException(this.name + " has ended");
		}
		return line;
	}

	/**
	 * Returns the processor time that the process has used so far.
	 */
	public long cpuNanos() {
		return ProcessTime.nanos(this.process.pid());
	}

	@Override
	public void close() throws IOException, InterruptedException {
		this.process.getOutputStream().close();
		new ProcessBuilder("fusermount", "-uz", this.mountPoint.toString())
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start()
			.waitFor();
		if (!this.process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
			this.process.destroyForcibly().waitFor();
		}
		Files.deleteIfExists(this.mountPoint);
	}

}
