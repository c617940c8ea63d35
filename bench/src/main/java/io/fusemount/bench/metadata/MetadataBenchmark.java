package io.fusemount.bench.metadata;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import io.fusemount.bench.content.application.ContentApplication;
import io.fusemount.bench.measure.Comparison;
import io.fusemount.bench.measure.Measurement;
import io.fusemount.bench.measure.ProcessTime;
import io.fusemount.bench.measure.Report;
import io.fusemount.bench.measure.Unit;
import io.fusemount.bench.server.MountServer;
import io.fusemount.bench.server.PostgresServer;

import org.springframework.util.FileSystemUtils;

/**
 * Compares {@code stat}, {@code ls -l} and {@code cat} of many small files, in an
 * application on PostgreSQL by each transport, with the local disk, and with the query
 * that reads the same rows.
 */
public final class MetadataBenchmark implements AutoCloseable {

	private static final String LINUX = "fusemount";

	private static final String JNR = "fusemount on libfuse 2";

	private static final String DISK = "local disk";

	private static final String QUERY = "JDBC query";

	private static final Unit FILES = new Unit("files/s", "µs CPU/file");

	private static final int SIZE = 4096;

	/** Longer than anything is believed that nobody asks for. */
	private static final long UNTIL_COLD_SECONDS = 4;

	private final Comparison stat = new Comparison("stat, warm", FILES, DISK, 0.7);

	private final Comparison list = new Comparison("ls -l, warm", FILES, DISK, 0.7);

	private final Comparison read = new Comparison("cat of 4 KiB, warm", FILES, DISK, 0.7);

	private final Comparison cold = new Comparison("ls -l, cold", FILES, QUERY, 0.5);

	private final Report report = new Report(this.stat, this.list, this.read, this.cold);

	private final int entries;

	private final int seconds;

	private final Path workspace = Files.createTempDirectory("fusemount-bench-metadata");

	private final PostgresServer database = new PostgresServer();

	private final List<MountServer> servers = new ArrayList<>();

	private MetadataBenchmark(int entries, int seconds) throws Exception {
		this.entries = entries;
		this.seconds = seconds;
		start(LINUX, "linux", "create");
		start(JNR, "jnr", "none");
		execute("insert into recording (name, content, size, version, modified) select 'file-' || i, "
				+ "lo_from_bytea(0, convert_to(repeat('x', " + SIZE + "), 'UTF8')), " + SIZE
				+ ", 0, now() from generate_series(1, " + entries + ") i");
		Path disk = Files.createDirectory(disk());
		byte[] content = "x".repeat(SIZE).getBytes(StandardCharsets.US_ASCII);
		for (int i = 1; i <= entries; i++) {
			Files.write(disk.resolve("file-" + i), content);
		}
	}

	private void start(String name, String transport, String schema) throws Exception {
		List<String> command = MountServer.java(ContentApplication.class, "-Xmx256m");
		command.addAll(List.of("--spring.datasource.url=" + this.database.url(),
				"--spring.jpa.hibernate.ddl-auto=" + schema, "--fusemount.transport=" + transport,
				"--fusemount.spool.directory=" + this.workspace.resolve(transport)));
		this.servers.add(new MountServer(name, command, "recordings"));
	}

	private Path disk() {
		return this.workspace.resolve("disk");
	}

	/**
	 * Runs it.
	 * @param arguments the file for the result, the number of rounds, the seconds of a
	 * run, and the number of files
	 */
	public static void main(String[] arguments) throws Exception {
		int rounds = Integer.parseInt(arguments[1]);
		try (MetadataBenchmark benchmark = new MetadataBenchmark(Integer.parseInt(arguments[3]),
				Integer.parseInt(arguments[2]))) {
			// The first round warms up.
			for (int round = 0; round <= rounds; round++) {
				benchmark.round(round);
			}
			benchmark.report.publish(Path.of(arguments[0]));
		}
	}

	private void round(int round) throws Exception {
		for (MountServer server : this.servers) {
			run(round, server.name(), server.file(), server::cpuNanos);
		}
		run(round, DISK, disk(), () -> 0);
		add(round, this.cold, QUERY, measure(() -> ProcessTime.nanos(ProcessHandle.current().pid()), this::query));
	}

	private void run(int round, String name, Path directory, LongSupplier cpu) throws Exception {
		TimeUnit.SECONDS.sleep(UNTIL_COLD_SECONDS);
		if (!name.equals(DISK)) {
			add(round, this.cold, name, measure(cpu, () -> list(directory)));
		}
		add(round, this.list, name, repeat(cpu, () -> list(directory)));
		add(round, this.stat, name, repeat(cpu, () -> look(directory)));
		add(round, this.read, name, repeat(cpu, () -> readAll(directory)));
	}

	private static void add(int round, Comparison comparison, String way, Measurement run) {
		System.out.printf("round %d, %s, %s: %s%n", round, comparison.name(), way, comparison.describe(run));
		if (round > 0) {
			comparison.add(way, run);
		}
	}

	private Measurement repeat(LongSupplier cpu, Work work) throws Exception {
		work.run();
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(this.seconds);
		return measure(cpu, () -> {
			long done = 0;
			while (done == 0 || System.nanoTime() < end) {
				done += work.run();
			}
			return done;
		});
	}

	private static Measurement measure(LongSupplier cpu, Work work) throws Exception {
		long cpuBefore = cpu.getAsLong();
		long before = System.nanoTime();
		long files = work.run();
		double elapsed = (System.nanoTime() - before) / 1e9;
		return new Measurement(files / elapsed, (cpu.getAsLong() - cpuBefore) / 1e3 / files);
	}

	private long list(Path directory) throws IOException, InterruptedException {
		Process process = new ProcessBuilder("ls", "-l", directory.toString())
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		if (process.waitFor() != 0) {
			throw new IOException("ls ended with " + process.exitValue());
		}
		return this.entries;
	}

	private long look(Path directory) throws IOException {
		for (int i = 1; i <= this.entries; i++) {
			long size = Files.readAttributes(directory.resolve("file-" + i), BasicFileAttributes.class).size();
			require(size == SIZE);
		}
		return this.entries;
	}

	private long readAll(Path directory) throws IOException {
		for (int i = 1; i <= this.entries; i++) {
			require(Files.readAllBytes(directory.resolve("file-" + i)).length == SIZE);
		}
		return this.entries;
	}

	private static void require(boolean whole) throws IOException {
		if (!whole) {
			throw new IOException("A file has another size");
		}
	}

	private long query() throws SQLException {
		try (Connection connection = DriverManager.getConnection(this.database.url());
				Statement statement = connection.createStatement();
				ResultSet rows = statement
					.executeQuery("select id, name, size, version, modified from recording order by id")) {
			long count = 0;
			while (rows.next()) {
				count += rows.getString(2).isEmpty() ? 0 : 1;
			}
			return count;
		}
	}

	private void execute(String sql) throws SQLException {
		try (Connection connection = DriverManager.getConnection(this.database.url());
				Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

	@Override
	public void close() throws Exception {
		for (MountServer server : this.servers) {
			server.close();
		}
		this.database.close();
		FileSystemUtils.deleteRecursively(this.workspace);
	}

	/** Returns for how many files something was done. */
	@FunctionalInterface
	private interface Work {

		long run() throws Exception;

	}

}
