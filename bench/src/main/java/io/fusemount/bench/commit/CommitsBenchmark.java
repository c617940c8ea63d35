package io.fusemount.bench.commit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.fusemount.bench.measure.Comparison;
import io.fusemount.bench.measure.Measurement;
import io.fusemount.bench.measure.ProcessTime;
import io.fusemount.bench.measure.Report;
import io.fusemount.bench.measure.Unit;
import io.fusemount.bench.server.PostgresServer;
import io.fusemount.bench.store.SmallFiles;

/**
 * Compares small files of a filesystem over PostgreSQL, without the kernel, with the same
 * transactions by plain JDBC in the same process, with one client and with several.
 */
public final class CommitsBenchmark implements AutoCloseable {

	private static final String FUSEMOUNT = "fusemount";

	private static final String JDBC = "JDBC";

	private static final String ALONE = ", 1 client";

	private static final String TOGETHER = ", 8 clients";

	private static final int CLIENTS = 8;

	private static final int BYTES = 4096;

	private static final double GOAL = 0.5;

	private static final double PARALLEL_GOAL = 4;

	private static final long PID = ProcessHandle.current().pid();

	private final Comparison create = comparison("create");

	private final Comparison overwrite = comparison("overwrite");

	private final Comparison append = comparison("append");

	private final Comparison rename = comparison("rename");

	private final Comparison delete = comparison("delete");

	private final Comparison parallel = new Comparison("create, all clients", Unit.COMMITS, FUSEMOUNT + ALONE,
			PARALLEL_GOAL);

	private final Report report = new Report(this.create, this.overwrite, this.append, this.rename, this.delete,
			this.parallel);

	private final PostgresServer server = new PostgresServer();

	private final MountedArchive archive = new MountedArchive(this.server.url());

	private final ExecutorService programs = Executors.newFixedThreadPool(CLIENTS);

	private final byte[] content = new byte[BYTES];

	private final int files;

	private CommitsBenchmark(int files) throws IOException {
		this.files = files;
		new Random(1).nextBytes(this.content);
	}

	private static Comparison comparison(String operation) {
		return new Comparison(operation + " 4 KiB", Unit.COMMITS, JDBC, GOAL);
	}

	/**
	 * Runs the benchmark.
	 * @param arguments the file for the result, the number of rounds, the seconds of a
	 * run, which are not used here, and the number of files of a run
	 */
	public static void main(String[] arguments) throws Exception {
		int rounds = Integer.parseInt(arguments[1]);
		try (CommitsBenchmark benchmark = new CommitsBenchmark(Integer.parseInt(arguments[3]))) {
			for (int round = 0; round <= rounds; round++) {
				benchmark.round(round);
			}
			benchmark.report.publish(Path.of(arguments[0]));
		}
	}

	/**
	 * Measures each way once, alternating the order. The first round warms up.
	 */
	private void round(int round) throws Exception {
		List<Way> ways = new ArrayList<>();
		for (SmallFiles found : this.archive.ways()) {
			ways.add(new Way((found instanceof MountedFiles) ? FUSEMOUNT : JDBC, found));
		}
		if (round % 2 == 0) {
			Collections.reverse(ways);
		}
		run(round, this.create, ways, (way, name) -> way.create(name, this.content));
		run(round, this.overwrite, ways, (way, name) -> way.overwrite(name, this.content));
		run(round, this.append, ways, (way, name) -> way.append(name, this.content));
		run(round, this.rename, ways, (way, name) -> way.rename(name, "renamed-" + name));
		run(round, this.delete, ways, (way, name) -> way.delete("renamed-" + name));
		for (Way way : ways) {
			add(round, this.parallel, way.name + ALONE,
					() -> all(way, 1, (files, name) -> files.create(name, this.content)));
			all(way, 1, SmallFiles::delete);
			add(round, this.parallel, way.name + TOGETHER,
					() -> all(way, CLIENTS, (files, name) -> files.create(name, this.content)));
			all(way, CLIENTS, SmallFiles::delete);
		}
	}

	private void run(int round, Comparison comparison, List<Way> ways, Change change) throws Exception {
		for (Way way : ways) {
			add(round, comparison, way.name, () -> all(way, 1, change));
		}
	}

	private static void add(int round, Comparison comparison, String way, Run run) throws Exception {
		Measurement measured = run.run();
		System.out.printf("round %d, %s, %s: %s%n", round, comparison.name(), way, comparison.describe(measured));
		if (round > 0) {
			comparison.add(way, measured);
		}
	}

	/** Changes all files, divided among the clients. */
	private Measurement all(Way way, int clients, Change change) throws Exception {
		long cpu = ProcessTime.nanos(PID);
		long start = System.nanoTime();
		List<Future<?>> running = new ArrayList<>();
		for (int i = 0; i < clients; i++) {
			int first = i;
			running.add(this.programs.submit(() -> {
				for (int file = first; file < this.files; file += clients) {
					change.apply(way.files, way.name + "-" + file + ".bin");
				}
				return first;
			}));
		}
		for (Future<?> program : running) {
			program.get();
		}
		double seconds = (System.nanoTime() - start) / 1e9;
		return new Measurement(this.files / seconds, (ProcessTime.nanos(PID) - cpu) / 1e3 / this.files);
	}

	@Override
	public void close() throws Exception {
		this.programs.shutdown();
		this.archive.close();
		this.server.close();
	}

	/** One way to store files. */
	private record Way(String name, SmallFiles files) {

	}

	@FunctionalInterface
	private interface Change {

		void apply(SmallFiles files, String name) throws Exception;

	}

	@FunctionalInterface
	private interface Run {

		Measurement run() throws Exception;

	}

}
