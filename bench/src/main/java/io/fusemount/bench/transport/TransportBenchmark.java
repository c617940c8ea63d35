package io.fusemount.bench.transport;

import java.io.IOException;
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
 * Compares both transports with jnr-fuse's own mount and with C, side by side: each has
 * the null filesystem mounted in a process of its own, and in every round each is
 * measured once, so that whatever else the machine does meets all of them.
 */
public final class TransportBenchmark {

	private static final String JNR_FUSE = "jnr-fuse";

	private static final String MEMORY = "-Xmx128m";

	private TransportBenchmark() {
	}

	/**
	 * Runs it.
	 * @param arguments the file for the result, the number of rounds, the seconds of a
	 * run, and the C program if there is one
	 */
	public static void main(String[] arguments) throws IOException, InterruptedException {
		Comparison comparison = new Comparison("4 KiB direct random reads", Unit.OPERATIONS, JNR_FUSE, 0);
		Report report = new Report(comparison);
		List<MountServer> servers = new ArrayList<>();
		try {
			servers.add(server("fusemount", MountServer.java(TransportServer.class, MEMORY)));
			servers.add(server("fusemount on libfuse 2",
					MountServer.java(TransportServer.class, MEMORY, "-Dtransport=jnr")));
			servers.add(server(JNR_FUSE, MountServer.java(JnrFuseServer.class, MEMORY)));
			if (arguments.length > 3) {
				servers.add(server("C on libfuse 2", List.of(arguments[3], "-f", "-o", "ro,big_writes")));
			}
			measure(comparison, servers, Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
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

	private static void measure(Comparison comparison, List<MountServer> servers, int rounds, int seconds)
			throws IOException, InterruptedException {
		for (int round = 0; round <= rounds; round++) {
			for (MountServer server : servers) {
				Measurement measurement = RandomReads.run(server, server.file(), seconds);
				// The first round warms up.
				System.out.printf("round %d of %d, %s: %s%s%n", round, rounds, server.name(),
						comparison.describe(measurement), (round == 0) ? " (warm-up)" : "");
				if (round > 0) {
					comparison.add(server.name(), measurement);
				}
			}
		}
	}

}
