package io.fusemount.bench.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process that has the null filesystem mounted.
 */
final class Server implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	/** {@code USER_HZ}: ten milliseconds on every Linux. */
	private static final long NANOS_PER_TICK = 10_000_000;

	private static final int USER_TIME = 11;

	private static final int SYSTEM_TIME = 12;

	final String name;

	final Path file;

	private final Process process;

	private final Path mountPoint;

	/**
	 * Starts the process and waits until the filesystem is there.
	 * @param command the command, to which the mount point is appended
	 */
	Server(String name, List<String> command) throws IOException, InterruptedException {
		this.name = name;
		this.mountPoint = Files.createTempDirectory("fusemount-bench");
		this.file = this.mountPoint.resolve(Zeros.NAME);
		List<String> all = new java.util.ArrayList<>(command);
		all.add(this.mountPoint.toString());
		this.process = new ProcessBuilder(all).redirectError(ProcessBuilder.Redirect.INHERIT)
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
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
	 * Returns the processor time that the process has used so far.
	 */
	long cpuNanos() {
		try {
			String stat = Files.readString(Path.of("/proc/" + this.process.pid() + "/stat"));
			// The name, in parentheses, may have blanks.
			String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
			return (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME])) * NANOS_PER_TICK;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
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
