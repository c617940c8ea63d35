package io.fusemount.bench.content;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.fusemount.bench.content.application.ApplicationCommand;
import io.fusemount.bench.measure.Comparison;
import io.fusemount.bench.measure.Measurement;
import io.fusemount.bench.measure.ProcessTime;
import io.fusemount.bench.measure.RandomFile;
import io.fusemount.bench.measure.Report;
import io.fusemount.bench.measure.Stopwatch;
import io.fusemount.bench.measure.Unit;
import io.fusemount.bench.server.MountServer;
import io.fusemount.bench.server.RandomReads;
import io.fusemount.bench.server.SequentialReads;
import io.fusemount.bench.server.SequentialWrites;
import io.fusemount.bench.transport.TransportServer;
import io.fusemount.bench.transport.Zeros;

import org.springframework.util.FileSystemUtils;

/**
 * Compares content through FuseMount, in an application on PostgreSQL, with the same
 * bytes by plain JDBC and from local files. Each round uses a new row that FuseMount has
 * not seen before.
 */
public final class ContentBenchmark implements AutoCloseable {

	private static final String FUSEMOUNT = "fusemount";

	private static final String JDBC = "JDBC";

	private static final String JDBC_SMALL = "JDBC, 128 KiB ranges";

	private static final String PASSTHROUGH = "jnr-fuse on a local file";

	private static final String NULL = "null filesystem";

	private static final int PIECE = 1 << 20;

	private static final int SMALL_PIECE = 1 << 17;

	/**
	 * The speed of the machine changes from second to second by more than the differences
	 * to measure.
	 */
	private static final int RANDOM_RUNS = 8;

	private static final long PID = ProcessHandle.current().pid();

	private final Comparison write = new Comparison("write and fsync", Unit.BYTES, JDBC, 0.7);

	private final Comparison cold = new Comparison("sequential read, cold", Unit.BYTES, JDBC, 0.8);

	private final Comparison warm = new Comparison("sequential read, warm", Unit.BYTES, PASSTHROUGH, 0.8);

	private final Comparison random = new Comparison("4 KiB direct random reads, warm", Unit.OPERATIONS, NULL, 0.9);

	private final Report report = new Report(this.write, this.cold, this.warm, this.random);

	private final Path spool = Files.createTempDirectory("fusemount-bench-spool");

	private final RandomFile source;

	private final Database database;

	private final List<MountServer> servers = new ArrayList<>();

	private final MountServer application;

	private final MountServer passthrough;

	private final MountServer nothing;

	private final int seconds;

	private ContentBenchmark(int mebibytes, int seconds) throws Exception {
		this.seconds = seconds;
		this.source = new RandomFile(mebibytes);
		this.database = new Database();
		// Has room for the reads and writes of a round.
		String cache = "--fusemount.content-cache.size=" + 4L * mebibytes + "MB";
		this.application = start(FUSEMOUNT, ApplicationCommand.of("-Xmx256m", this.database.url(), this.spool, cache),
				ApplicationCommand.DIRECTORY);
		List<String> command = MountServer.java(PassthroughServer.class, "-Xmx256m");
		command.add(this.source.path().toString());
		this.passthrough = start(PASSTHROUGH, command, PassthroughServer.NAME);
		this.nothing = start(NULL, MountServer.java(TransportServer.class, "-Xmx256m"), Zeros.NAME);
	}

	private MountServer start(String name, List<String> command, String file) throws IOException, InterruptedException {
		MountServer server = new MountServer(name, command, file);
		this.servers.add(server);
		return server;
	}

	/**
	 * Runs the benchmark.
	 * @param arguments the file for the result, the number of rounds, the seconds of a
	 * run of random reads, and the size of the content in MiB
	 */
	public static void main(String[] arguments) throws Exception {
		int rounds = Integer.parseInt(arguments[1]);
		try (ContentBenchmark benchmark = new ContentBenchmark(Integer.parseInt(arguments[3]),
				Integer.parseInt(arguments[2]))) {
			for (int round = 0; round <= rounds; round++) {
				benchmark.round(round);
			}
			benchmark.report.publish(Path.of(arguments[0]));
		}
	}

	private void round(int round) throws Exception {
		String row = "jdbc-" + round;
		Path file = this.application.file().resolve(row);
		Path written = this.application.file().resolve("fusemount-" + round);
		run(round, this.write,
				new Way(FUSEMOUNT, () -> SequentialWrites.run(this.application, this.source.path(), written)),
				new Way(JDBC, () -> insert(row)));
		long content = this.database.content(row);
		this.database.settle(content);
		run(round, this.cold, new Way(FUSEMOUNT, () -> SequentialReads.run(this.application, file)),
				new Way(JDBC, () -> fetch(content, PIECE)), new Way(JDBC_SMALL, () -> fetch(content, SMALL_PIECE)));
		run(round, this.warm, new Way(FUSEMOUNT, () -> SequentialReads.run(this.application, file)),
				new Way(PASSTHROUGH, () -> SequentialReads.run(this.passthrough, this.passthrough.file())));
		for (int i = 0; i <= RANDOM_RUNS; i++) {
			// The first run maps the file and is not counted.
			run(round, i, this.random, new Way(FUSEMOUNT, () -> RandomReads.run(this.application, file, this.seconds)),
					new Way(NULL, () -> RandomReads.run(this.nothing, this.nothing.file(), this.seconds)));
		}
		if (round == 0) {
			requireSame(file);
			requireSame(written);
		}
		Files.delete(file);
		Files.delete(written);
		this.database.execute("vacuum pg_largeobject");
	}

	private void run(int round, Comparison comparison, Way... ways) throws Exception {
		run(round, round, comparison, ways);
	}

	/**
	 * Measures each way once, alternating the order. The first round and the first turn
	 * warm up.
	 */
	private void run(int round, int turn, Comparison comparison, Way... ways) throws Exception {
		List<Way> order = new ArrayList<>(List.of(ways));
		if (turn % 2 == 0) {
			Collections.reverse(order);
		}
		for (Way way : order) {
			this.database.execute("checkpoint");
			Measurement run = way.load.run();
			System.out.printf("round %d, %s, %s: %s%n", round, comparison.name(), way.name, comparison.describe(run));
			if (round > 0 && turn > 0) {
				comparison.add(way.name, run);
			}
		}
	}

	private Measurement insert(String row) throws Exception {
		return Stopwatch.time(() -> ProcessTime.nanos(PID), () -> this.database.write(row, this.source.path()));
	}

	private Measurement fetch(long content, int range) throws Exception {
		return Stopwatch.time(() -> ProcessTime.nanos(PID), () -> this.database.read(content, range));
	}

	private void requireSame(Path file) throws IOException {
		long difference = Files.mismatch(file, this.source.path());
		if (difference >= 0) {
			throw new IOException(file + " differs from what was written at " + difference);
		}
	}

	@Override
	public void close() throws Exception {
		for (MountServer server : this.servers) {
			server.close();
		}
		this.database.close();
		this.source.close();
		FileSystemUtils.deleteRecursively(this.spool);
	}

	/** One way to run a load. */
	private record Way(String name, Load load) {
	}

	@FunctionalInterface
	private interface Load {

		Measurement run() throws Exception;

	}

}
