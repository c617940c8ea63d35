package io.fusemount.bench.commit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.fusemount.bench.measure.Measurement;
import io.fusemount.bench.measure.ProcessTime;

/**
 * The program {@code pgbench}, which inserts the same rows and large objects with a
 * single prepared statement each: what the server does for clients that cost nothing.
 */
final class PgBench implements Creator {

	private static final String PROGRAM = "pgbench";

	private static final String SCRIPT = """
			\\set file :file + 1
			insert into recording (name, content, size, version, modified) \
			values ('file-' || :run::text || '-' || :client_id::text || '-' || :file::text || '.bin', \
			lo_from_bytea(0, :content), %d, 0, now());
			""".formatted(SIZE);

	private static final Pattern RATE = Pattern.compile("(?m)^tps = ([0-9.]+) \\(without initial connection time\\)");

	private final Path script = Files.createTempFile("fusemount-bench", ".sql");

	private final String content;

	private final String name;

	private final int port;

	private final String database;

	private int runs;

	/**
	 * Creates the way.
	 * @param port the port of the server on this machine
	 */
	PgBench(String name, int port, String database) throws IOException {
		this.name = name;
		this.port = port;
		this.database = database;
		byte[] bytes = new byte[SIZE];
		new Random(1).nextBytes(bytes);
		this.content = "\\x" + HexFormat.of().formatHex(bytes);
		Files.writeString(this.script, SCRIPT);
	}

	/**
	 * Whether the program is there; Debian's has a version for each one of the server.
	 */
	static boolean isInstalled() throws InterruptedException {
		try {
			return new ProcessBuilder(PROGRAM, "--version").redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.redirectError(ProcessBuilder.Redirect.DISCARD)
				.start()
				.waitFor() == 0;
		}
		catch (IOException ex) {
			return false;
		}
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public Measurement create(int clients, int files) throws IOException, InterruptedException {
		int threads = Math.min(clients, Runtime.getRuntime().availableProcessors());
		int each = files / clients;
		long before = ProcessTime.nanosOfChildren();
		double rate = rate(run(List.of(PROGRAM, "--no-vacuum", "--protocol=prepared", "--client=" + clients,
				"--jobs=" + threads, "--transactions=" + each, "--define=file=0", "--define=run=" + this.runs++,
				"--define=content=" + this.content, "--file=" + this.script, "--host=localhost", "--port=" + this.port,
				"--username=postgres", this.database)));
		return new Measurement(rate, (ProcessTime.nanosOfChildren() - before) / 1e3 / (each * clients));
	}

	private String run(List<String> command) throws IOException, InterruptedException {
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		if (process.waitFor() != 0) {
			throw new IOException(PROGRAM + " ended with " + process.exitValue() + ": " + output);
		}
		return output;
	}

	/** Returns the transactions per second that the program reports. */
	static double rate(String output) throws IOException {
		Matcher matcher = RATE.matcher(output);
		if (!matcher.find()) {
			throw new IOException(PROGRAM + " printed no rate: " + output);
		}
		return Double.parseDouble(matcher.group(1));
	}

	@Override
	public void close() throws IOException {
		Files.delete(this.script);
	}

}
