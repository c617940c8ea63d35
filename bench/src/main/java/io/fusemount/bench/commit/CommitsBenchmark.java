package io.fusemount.bench.commit;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.fusemount.bench.measure.Comparison;
import io.fusemount.bench.measure.Measurement;
import io.fusemount.bench.measure.Report;
import io.fusemount.bench.measure.Unit;

/**
 * Compares small files that programs create through FuseMount with the same rows by plain
 * JDBC, and with what the server does for its own program, one client and several, with
 * the change feed and without: in processes that have just been started, and in those
 * that have worked for a while.
 */
public final class CommitsBenchmark {

	private static final int TOGETHER = 8;

	/** The number of the first files of a process. */
	private static final int FIRST = 300;

	private static final double FIRST_GOAL = 0.4;

	/** As many runs as the compilers of a JVM need until they rest. */
	private static final int WARM_UPS = 8;

	private static final double ALONE_GOAL = 0.4;

	private static final double TOGETHER_GOAL = 0.25;

	private static final double JDBC_GOAL = 0.5;

	private CommitsBenchmark() {
	}

	/**
	 * Runs the benchmark.
	 * @param arguments the file for the result, the number of rounds, the seconds of a
	 * run, which are not used here, and the number of files of a run
	 */
	public static void main(String[] arguments) throws Exception {
		int rounds = Integer.parseInt(arguments[1]);
		int files = Integer.parseInt(arguments[3]);
		boolean withPgBench = PgBench.isInstalled();
		List<Load> loads = loads(withPgBench);
		Comparison first = new Comparison("create 4 KiB, 1 client, the first " + FIRST + " of a process", Unit.COMMITS,
				Creators.JDBC, FIRST_GOAL);
		Report report = new Report(
				Stream.concat(Stream.of(first), loads.stream().map(Load::comparisons).flatMap(List::stream))
					.toArray(Comparison[]::new));
		try (Creators creators = Creators.start(withPgBench)) {
			begin(creators.all(), first);
			for (int i = 0; i < WARM_UPS; i++) {
				for (Creator creator : creators.all()) {
					creator.create(TOGETHER, files);
				}
			}
			for (int round = 0; round <= rounds; round++) {
				for (Load load : loads) {
					load.run(creators.all(), files, round);
				}
			}
		}
		report.publish(Path.of(arguments[0]));
	}

	/** Measures each way once, while it is new. */
	private static void begin(List<Creator> creators, Comparison first) throws Exception {
		for (Creator creator : creators) {
			Measurement run = creator.create(1, FIRST);
			System.out.printf("%s, %s: %s%n", first.name(), creator.name(), first.describe(run));
			first.add(creator.name(), run);
		}
	}

	private static List<Load> loads(boolean withPgBench) {
		if (withPgBench) {
			return List.of(Load.of(1, Creators.PGBENCH, ALONE_GOAL),
					Load.of(TOGETHER, Creators.PGBENCH, TOGETHER_GOAL));
		}
		System.out.println("Without pgbench: it is not installed (in Debian's package of the server, postgresql).");
		return List.of(Load.of(1, Creators.JDBC, JDBC_GOAL), Load.of(TOGETHER, Creators.JDBC, JDBC_GOAL));
	}

}
