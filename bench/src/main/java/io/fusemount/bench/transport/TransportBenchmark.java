package io.fusemount.bench.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.fusemount.bench.measure.Comparison;
import io.fusemount.bench.measure.Measurement;
import io.fusemount.bench.measure.Report;
import io.fusemount.bench.measure.Unit;
import io.fusemount.bench.server.AttributeRequests;
import io.fusemount.bench.server.MountServer;
import io.fusemount.bench.server.RandomReads;

/**
 * Compares both transports with jnr-fuse's own mount, with JNA and with C, side by side.
 * Each has the null filesystem mounted in a process of its own, and each is measured once
 * in every round, so that other work of the machine affects all of them.
 */
public final class TransportBenchmark {

	private static final String JNR_FUSE = "jnr-fuse";

	/** Switched on by root, as docs/OPERATING.md says. */
	private static final Path RINGS = Path.of("/sys/module/fuse/parameters/enable_uring");

	private static final double GOAL = 1;

	private static final String MEMORY = "-Xmx128m";

	private TransportBenchmark() {
	}

	/**
	 * Runs the benchmark.
	 * @param arguments the file for the result, the number of rounds, the seconds of a
	 * run, and the programs in C, each as {@code NAME=PROGRAM}, the yardstick first
	 */
	public static void main(String[] arguments) throws Exception {
		Map<String, List<String>> commands = commands(List.of(arguments).subList(3, arguments.length));
		List<Load> loads = loads(commands);
		Report report = new Report(loads.stream().map(Load::comparison).toArray(Comparison[]::new));
		List<MountServer> servers = new ArrayList<>();
		try {
			for (Map.Entry<String, List<String>> server : commands.entrySet()) {
				servers.add(new MountServer(server.getKey(), server.getValue(), Zeros.NAME));
			}
			int rounds = Integer.parseInt(arguments[1]);
			int seconds = Integer.parseInt(arguments[2]);
			for (int round = 0; round <= rounds; round++) {
				for (MountServer server : servers) {
					for (Load load : loads) {
						measure(load, server, round, seconds);
					}
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

	/** Returns the commands of the servers by their names. */
	private static Map<String, List<String>> commands(List<String> programs) throws IOException {
		Map<String, List<String>> commands = new LinkedHashMap<>();
		commands.put("fusemount", MountServer.java(TransportServer.class, MEMORY, "-Dtransport=device"));
		if (Files.exists(RINGS) && Files.readString(RINGS).startsWith("Y")) {
			commands.put("fusemount by io_uring", MountServer.java(TransportServer.class, MEMORY));
		}
		commands.put("fusemount on libfuse 2", MountServer.java(TransportServer.class, MEMORY, "-Dtransport=jnr"));
		commands.put(JNR_FUSE, MountServer.java(JnrFuseServer.class, MEMORY));
		commands.put("JNA", MountServer.java(JnaServer.class, MEMORY));
		for (String program : programs) {
			int end = program.indexOf('=');
			commands.put(program.substring(0, end), List.of(program.substring(end + 1), "-f", "-o", "ro"));
		}
		return commands;
	}

	private static List<Load> loads(Map<String, List<String>> commands) {
		String yardstick = commands.keySet()
			.stream()
			.filter((name) -> name.startsWith("C "))
			.findFirst()
			.orElse(JNR_FUSE);
		double goal = yardstick.equals(JNR_FUSE) ? 0 : GOAL;
		return List.of(reads("1 job", 1, yardstick, 0), reads("2 jobs", 2, yardstick, goal),
				attributes("1 job", 1, yardstick, 0), attributes("2 jobs", 2, yardstick, goal));
	}

	private static Load reads(String jobs, int count, String yardstick, double goal) {
		return new Load(new Comparison("4 KiB direct random reads, " + jobs, Unit.OPERATIONS, yardstick, goal),
				(server, seconds) -> RandomReads.run(server::cpuNanos, server.file(), count, seconds));
	}

	private static Load attributes(String jobs, int count, String yardstick, double goal) {
		return new Load(new Comparison("stat, nothing cached, " + jobs, Unit.REQUESTS, yardstick, goal),
				(server, seconds) -> AttributeRequests.run(server::cpuNanos, server.file(), count, seconds));
	}

	/** The first round warms up. */
	private static void measure(Load load, MountServer server, int round, int seconds) throws Exception {
		Comparison comparison = load.comparison;
		Measurement measurement = load.run.of(server, seconds);
		System.out.printf("round %d, %s, %s: %s%n", round, comparison.name(), server.name(),
				comparison.describe(measurement));
		if (round > 0) {
			comparison.add(server.name(), measurement);
		}
	}

	/**
	 * What programs do with the file.
	 *
	 * @param comparison the comparison for the result
	 * @param run runs it
	 */
	private record Load(Comparison comparison, Run run) {

	}

	@FunctionalInterface
	private interface Run {

		Measurement of(MountServer server, int seconds) throws Exception;

	}

}
