package io.fusemount.bench.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.bench.measure.Comparison;
import io.fusemount.bench.measure.Measurement;
import io.fusemount.bench.measure.Report;
import io.fusemount.bench.measure.Unit;
import io.fusemount.bench.server.MountServer;
import io.fusemount.bench.server.RandomReads;

/**
 * Compares both transports with jnr-fuse's own mount and with C, side by side. Each has
 * the null filesystem mounted in a process of its own, and each is measured once in every
 * round, so that other work of the machine affects all of them.
 */
public final class TransportBenchmark {

	private static final String JNR_FUSE = "jnr-fuse";

	private static final String C = "C on libfuse 2";

	/** Switched on by root, as docs/OPERATING.md says. */
	private static final Path RINGS = Path.of("/sys/module/fuse/parameters/enable_uring");

	private static final double GOAL = 1;

	private static final String MEMORY = "-Xmx128m";

	private TransportBenchmark() {
	}

	/**
	 * Runs the benchmark.
	 * @param arguments the file for the result, the number of rounds, the seconds of a
	 * run, and the C program if there is one
	 */
	public static void main(String[] arguments) throws IOException, InterruptedException {
		boolean withC = arguments.length > 3;
		boolean withRings = Files.exists(RINGS) && Files.readString(RINGS).startsWith("Y");
		Comparison alone = new Comparison("4 KiB direct random reads, 1 job", Unit.OPERATIONS, withC ? C : JNR_FUSE, 0);
		Comparison together = new Comparison("4 KiB direct random reads, 2 jobs", Unit.OPERATIONS, withC ? C : JNR_FUSE,
				withC ? GOAL : 0);
		Report report = new Report(alone, together);
		List<MountServer> servers = new ArrayList<>();
		try {
			servers.add(server("fusemount", MountServer.java(TransportServer.class, MEMORY, "-Dtransport=device")));
			if (withRings) {
				servers.add(server("fusemount by io_uring", MountServer.java(TransportServer.class, MEMORY)));
			}
			servers.add(server("fusemount on libfuse 2",
					MountServer.java(TransportServer.class, MEMORY, "-Dtransport=jnr")));
			servers.add(server(JNR_FUSE, MountServer.java(JnrFuseServer.class, MEMORY)));
			if (withC) {
				servers.add(server(C, List.of(arguments[3], "-f", "-o", "ro,big_writes")));
			}
			int rounds = Integer.parseInt(arguments[1]);
			int seconds = Integer.parseInt(arguments[2]);
			for (int round = 0; round <= rounds; round++) {
				for (MountServer server : servers) {
					measure(alone, server, 1, round, seconds);
					measure(together, server, 2, round, seconds);
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

	private static MountServer server(String name, List<String> command) throws IOException, InterruptedException {
		return new MountServer(name, command, Zeros.NAME);
	}

	/** The first round warms up. */
	private static void measure(Comparison comparison, MountServer server, int jobs, int round, int seconds)
			throws IOException, InterruptedException {
		Measurement measurement = RandomReads.run(server::cpuNanos, server.file(), jobs, seconds);
		System.out.printf("round %d, %s, %s: %s%n", round, comparison.name(), server.name(),
				comparison.describe(measurement));
		if (round > 0) {
			comparison.add(server.name(), measurement);
		}
	}

}
