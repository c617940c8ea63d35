package io.fusemount.bench.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.bench.measure.Comparison;
import io.fusemount.bench.measure.Measurement;
import io.fusemount.bench.measure.RandomFile;
import io.fusemount.bench.measure.Report;
import io.fusemount.bench.measure.Unit;
import io.fusemount.bench.server.MountServer;
import io.fusemount.bench.server.RandomReads;
import io.fusemount.bench.server.SequentialReads;

/**
 * Compares ways in which bytes of a local file in the page cache reach a program.
 */
public final class LocalReadsBenchmark {

	private static final String CHANNEL = "channel";

	private LocalReadsBenchmark() {
	}

	/**
	 * Runs the benchmark.
	 * @param arguments the file for the result, the number of rounds, the seconds of a
	 * run of random reads, the size of the file in MiB, and the ways
	 */
	public static void main(String[] arguments) throws Exception {
		int rounds = Integer.parseInt(arguments[1]);
		int seconds = Integer.parseInt(arguments[2]);
		Comparison sequential = new Comparison("sequential reads", Unit.BYTES, CHANNEL, 0);
		Comparison random = new Comparison("4 KiB direct random reads", Unit.OPERATIONS, CHANNEL, 0);
		Report report = new Report(sequential, random);
		List<MountServer> servers = new ArrayList<>();
		try (RandomFile file = new RandomFile(Integer.parseInt(arguments[3]))) {
			for (String way : List.of(arguments).subList(4, arguments.length)) {
				List<String> command = MountServer.java(LocalServer.class, "-Xmx128m");
				command.addAll(List.of(way, file.path().toString()));
				servers.add(new MountServer(way, command, LocalFileSystem.NAME));
			}
			for (int round = 0; round <= rounds; round++) {
				for (MountServer server : servers) {
					SequentialReads.run(server, server.file());
					add(sequential, round, server, SequentialReads.run(server, server.file()));
					add(random, round, server, RandomReads.run(server, server.file(), seconds));
				}
			}
		}
		finally {
			for (MountServer server : servers) {
				server.close();
			}
		}
		report.publish(Path.of(arguments[0]));
	}

	/** The first round warms up. */
	private static void add(Comparison comparison, int round, MountServer server, Measurement run) {
		System.out.printf("round %d, %s: %s%n", round, server.name(), comparison.describe(run));
		if (round > 0) {
			comparison.add(server.name(), run);
		}
	}

}
