package io.fusemount.bench.commit;

import java.nio.file.Path;
import java.util.List;

import io.fusemount.bench.measure.Comparison;
import io.fusemount.bench.measure.Report;

/**
 * Compares small files that programs create through FuseMount with the same rows by plain
 * JDBC, and with what the server does for its own program, one client and several, with
 * the change feed and without, in processes that have worked for a while.
 */
public final class CommitsBenchmark {

	private static final int TOGETHER = 8;

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
		Report report = new Report(
				loads.stream().map(Load::comparisons).flatMap(List::stream).toArray(Comparison[]::new));
		try (Creators creators = Creators.start(withPgBench)) {
			warmUp(creators.all(), files);
			for (int round = 1; round <= rounds; round++) {
				for (Load load : loads) {
					load.run(creators.all(), files, round);
				}
			}
		}
		report.publish(Path.of(arguments[0]));
	}

	private static void warmUp(List<Creator> creators, int files) throws Exception {
		for (int i = 0; i < WARM_UPS; i++) {
			for (Creator creator : creators) {
				creator.create(TOGETHER, files);
			}
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
