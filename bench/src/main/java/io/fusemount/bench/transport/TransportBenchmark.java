package io.fusemount.bench.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares the transport with jnr-fuse's own mount and with C, side by side: each has the
 * null filesystem mounted in a process of its own, and in every round each is measured
 * once, so that whatever else the machine does meets all of them.
 */
public final class TransportBenchmark {

	private static final String TRANSPORT = "fusemount";

	private static final String JNR_FUSE = "jnr-fuse";

	private static final String C = "C on libfuse 2";

	private TransportBenchmark() {
	}

	/**
	 * Runs it.
	 * @param arguments the file for the result, the number of rounds, the seconds of a
	 * run, and the C program if there is one
	 */
	public static void main(String[] arguments) throws IOException, InterruptedException {
		Path result = Path.of(arguments[0]);
		int rounds = Integer.parseInt(arguments[1]);
		int seconds = Integer.parseInt(arguments[2]);
		Map<String, List<String>> commands = new LinkedHashMap<>();
		commands.put(TRANSPORT, java(TransportServer.class));
		commands.put(JNR_FUSE, java(JnrFuseServer.class));
		if (arguments.length > 3) {
			commands.put(C, List.of(arguments[3], "-f", "-o", "ro,big_writes"));
		}
		Report report = new Report(measure(commands, rounds, seconds), TRANSPORT, JNR_FUSE);
		System.out.println(report.table());
		Files.createDirectories(result.toAbsolutePath().getParent());
		Files.writeString(result, report.json());
		System.out.println("Written to " + result);
	}

	private static List<String> java(Class<?> server) {
		return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m", "-cp",
				System.getProperty("java.class.path"), server.getName());
	}

	private static Map<String, List<Measurement>> measure(Map<String, List<String>> commands, int rounds, int seconds)
			throws IOException, InterruptedException {
		List<Server> servers = new ArrayList<>();
		try {
			Map<String, List<Measurement>> measurements = new LinkedHashMap<>();
			for (Map.Entry<String, List<String>> command : commands.entrySet()) {
				servers.add(new Server(command.getKey(), command.getValue()));
			}
			for (int round = 0; round <= rounds; round++) {
				for (Server server : servers) {
					Measurement measurement = RandomReads.run(server, seconds);
					// The first round warms up.
					System.out.printf("round %d of %d, %s: %.0f IOPS, %.2f µs CPU per operation%s%n", round, rounds,
							server.name, measurement.iops(), measurement.cpuMicros(), (round == 0) ? " (warm-up)" : "");
					if (round > 0) {
						measurements.computeIfAbsent(server.name, (name) -> new ArrayList<>()).add(measurement);
					}
				}
			}
			return measurements;
		}
		finally {
			for (Server server : servers) {
				server.close();
			}
		}
	}

}
