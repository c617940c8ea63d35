package io.fusemount.bench.fairness;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.fusemount.bench.measure.Delays;
import io.fusemount.bench.measure.Finding;
import io.fusemount.bench.measure.Report;
import io.fusemount.bench.server.MountServer;
import io.fusemount.bench.server.PostgresServer;

import org.springframework.util.FileSystemUtils;

/**
 * Measures how long one program waits, alone and while another user of the machine runs
 * many programs that all wait for the database. Both users are real ones.
 */
public final class FairnessBenchmark implements AutoCloseable {

	private static final int GOAL_MILLISECONDS = 100;

	/** The users of the machine: the one with many programs, and the other one. */
	private static final int MANY = 1001;

	private static final int ONE = 1002;

	private final Map<String, Delays> delays = new LinkedHashMap<>();

	private final Path workspace = Files.createTempDirectory("fusemount-bench-fairness");

	private final PostgresServer postgres = new PostgresServer();

	private final List<MountServer> servers = new ArrayList<>();

	private final int seconds;

	private final int programs;

	private FairnessBenchmark(int seconds, int programs) throws IOException {
		this.seconds = seconds;
		this.programs = programs;
		List.of("look up", "store", "look at")
			.forEach((what) -> this.delays.put(what, new Delays("one program: " + what, GOAL_MILLISECONDS)));
	}

	private void start(String transport) throws Exception {
		List<String> command = new ArrayList<>(MountServer.java(DistantApplication.class, "-Xmx512m"));
		command.addAll(List.of("--spring.datasource.url=" + this.postgres.add(transport),
				"--spring.jpa.hibernate.ddl-auto=create", "--spring.datasource.hikari.maximum-pool-size=8",
				"--fusemount.spool.directory=" + this.workspace.resolve(transport),
				"--fusemount.transport=" + transport, "--fusemount.database.max-concurrent=4",
				"--fusemount.allow-other=true", "--fusemount.umask=000"));
		this.servers.add(new MountServer(transport, command, "quiet", ProcessBuilder.Redirect.DISCARD));
	}

	/**
	 * Runs the benchmark.
	 * @param arguments the file for the result, the number of rounds, the seconds of a
	 * run, and the number of programs
	 */
	public static void main(String[] arguments) throws Exception {
		int rounds = Integer.parseInt(arguments[1]);
		try (FairnessBenchmark benchmark = new FairnessBenchmark(Integer.parseInt(arguments[2]),
				Integer.parseInt(arguments[3]))) {
			benchmark.start("linux");
			benchmark.start("jnr");
			Report report = new Report(benchmark.delays.values().toArray(new Finding[0]));
			// The first round warms up.
			for (int round = 0; round <= rounds; round++) {
				for (MountServer server : benchmark.servers) {
					benchmark.run(server, round > 0);
				}
			}
			report.publish(Path.of(arguments[0]));
		}
	}

	private void run(MountServer server, boolean counts) throws IOException, InterruptedException {
		Path crowded = server.file().resolveSibling("crowded");
		Process crowd = as(MANY, MountServer.java(Crowd.class, "-Xmx128m"), crowded, this.programs);
		try (BufferedReader served = crowd.inputReader()) {
			if (served.readLine() == null) {
				throw new IOException("The programs have ended");
			}
			visit(server, server.name() + ", beside " + this.programs, counts);
		}
		finally {
			crowd.destroyForcibly().waitFor();
		}
		visit(server, server.name() + ", alone", counts);
	}

	private void visit(MountServer server, String way, boolean counts) throws IOException, InterruptedException {
		Process visitor = as(ONE, MountServer.java(Visitor.class, "-Xmx64m"), server.file(), this.seconds);
		int visits = 0;
		try (BufferedReader times = visitor.inputReader()) {
			for (String line = times.readLine(); line != null; line = times.readLine()) {
				String[] time = line.split(",");
				Delays found = this.delays.get(time[0]);
				if (counts && found != null) {
					found.add(way, Long.parseLong(time[1]));
				}
				visits++;
			}
		}
		if (visitor.waitFor() != 0) {
			throw new IOException("The one program failed");
		}
		System.out.printf("%s: %d operations%n", way, visits);
	}

	private static Process as(int user, List<String> command, Object... arguments) throws IOException {
		List<String> all = new ArrayList<>(
				List.of("setpriv", "--reuid=" + user, "--regid=" + user, "--clear-groups", "--"));
		all.addAll(command);
		for (Object argument : arguments) {
			all.add(argument.toString());
		}
		return new ProcessBuilder(all).redirectError(ProcessBuilder.Redirect.INHERIT).start();
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
