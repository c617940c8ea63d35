package io.fusemount.bench.visibility;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.fusemount.bench.content.application.ApplicationCommand;
import io.fusemount.bench.measure.Delays;
import io.fusemount.bench.measure.Report;
import io.fusemount.bench.server.MountServer;
import io.fusemount.bench.server.PostgresServer;

import org.springframework.util.FileSystemUtils;

/**
 * Measures the time from a commit of the application, through its repository, until a
 * program that repeatedly opens and reads the file gets the new bytes.
 */
public final class VisibilityBenchmark implements AutoCloseable {

	private static final int GOAL_MILLISECONDS = 10;

	/** The size of a small file. */
	private static final int BYTES = 4096;

	private static final long PATIENCE_NANOS = 30_000_000_000L;

	private final Delays delays = new Delays("visibility of a commit", GOAL_MILLISECONDS);

	private final Report report = new Report(this.delays);

	private final Path workspace = Files.createTempDirectory("fusemount-bench-visibility");

	private final PostgresServer postgres = new PostgresServer();

	private final List<MountServer> servers = new ArrayList<>();

	private final int samples;

	private int changes;

	private VisibilityBenchmark(int samples) throws IOException {
		this.samples = samples;
	}

	private void start() throws Exception {
		start("fusemount", "linux", this.postgres.add("linux"));
		start("fusemount on libfuse 2", "jnr", this.postgres.add("jnr"));
		start("fusemount on H2", "linux", "jdbc:h2:file:" + this.workspace.resolve("h2"));
	}

	private void start(String name, String transport, String url) throws IOException, InterruptedException {
		Path spool = this.workspace.resolve("spool-" + this.servers.size());
		this.servers.add(new MountServer(name,
				ApplicationCommand.of("-Xmx256m", url, spool, "--fusemount.transport=" + transport),
				ApplicationCommand.DIRECTORY, ProcessBuilder.Redirect.PIPE));
	}

	/**
	 * Runs the benchmark.
	 * @param arguments the file for the result, the number of rounds, the seconds of a
	 * run, which are not used here, and the number of commits of a run
	 */
	public static void main(String[] arguments) throws Exception {
		int rounds = Integer.parseInt(arguments[1]);
		try (VisibilityBenchmark benchmark = new VisibilityBenchmark(Integer.parseInt(arguments[3]))) {
			benchmark.start();
			// The first round warms up.
			for (int round = 0; round <= rounds; round++) {
				for (MountServer server : benchmark.servers) {
					benchmark.run(server, round);
				}
			}
			benchmark.report.publish(Path.of(arguments[0]));
		}
	}

	private void run(MountServer server, int round) throws IOException {
		for (int i = 0; i < this.samples; i++) {
			long nanos = change(server);
			if (round > 0) {
				this.delays.add(server.name(), nanos);
			}
		}
		System.out.printf("round %d, %s: %d commits%n", round, server.name(), this.samples);
	}

	/**
	 * Lets the application change a file, and reads the file until it has changed. All
	 * processes use the same clock.
	 */
	private long change(MountServer server) throws IOException {
		String text = "change-" + this.changes++;
		byte[] expected = Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), BYTES);
		Path file = server.file().resolve("watched.txt");
		server.order("store watched.txt " + text + " " + BYTES);
		long deadline = System.nanoTime() + PATIENCE_NANOS;
		while (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), expected)) {
			if (System.nanoTime() > deadline) {
				throw new IOException(server.name() + " never showed " + text);
			}
		}
		long seen = System.nanoTime();
		// A program may see the change before the application knows that it is committed.
		return Math.max(0, seen - Long.parseLong(server.answer()));
	}

	@Override
	public void close() throws Exception {
		for (MountServer server : this.servers) {
			server.close();
		}
		this.postgres.close();
		FileSystemUtils.deleteRecursively(this.workspace);
	}

}
