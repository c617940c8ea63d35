package io.fusemount.conformance.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A MariaDB server run by this machine's own programs, with a port and a data directory
 * of its own. It ends with this JVM, however the JVM ends. A script starts and kills the
 * server, because a JVM that starts a process closes a copy of each file that it has
 * open.
 */
public final class MariaDbServer implements AutoCloseable {

	/** A collation that distinguishes all names; the default of the server does not. */
	public static final String EXACT = "utf8mb4_nopad_bin";

	/** The default collation of Debian's server: ignores case and trailing spaces. */
	public static final String INEXACT = "utf8mb4_general_ci";

	/** The maximum size of one statement in bytes, content included. */
	public static final long MAX_ALLOWED_PACKET = 128 << 20;

	/** Another process may take a free port before the server binds it. */
	private static final int ATTEMPTS = 5;

	private static final String READY = "ready for connections";

	private static final String ABORTING = "[ERROR] Aborting";

	private static final String KILLED = "The server is killed";

	private static final class Shared {

		private static final MariaDbServer SERVER = start();

	}

	private final Process process;

	private final int port;

	private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

	private final StringBuilder log = new StringBuilder();

	private MariaDbServer(Process process, int port) {
		this.process = process;
		this.port = port;
		Thread reader = new Thread(this::readLines, "fusemount-test-mariadb-output");
		reader.setDaemon(true);
		reader.start();
	}

	/** Whether a server can be started on this machine. */
	public static boolean isInstalled() {
		return missing().isEmpty();
	}

	/**
	 * Returns the name of a program that a server needs and that is not installed, or the
	 * empty string.
	 */
	static String missing() {
		return Stream.of("mariadbd", "mariadb-install-db", "my_print_defaults")
			.filter((program) -> !isInstalled(program))
			.findFirst()
			.orElse("");
	}

	private static boolean isInstalled(String program) {
		return Stream.concat(Stream.of(System.getenv("PATH").split(":", -1)), Stream.of("/usr/sbin", "/usr/local/sbin"))
			.anyMatch((directory) -> Files.isExecutable(Path.of(directory, program)));
	}

	/** Returns the one server that the tests of this JVM share. */
	public static MariaDbServer shared() {
		return Shared.SERVER;
	}

	/** Starts a server. */
	public static MariaDbServer start() {
		try {
			for (int attempt = 1;; attempt++) {
				MariaDbServer server = tryToStart();
				if (server.awaitReady()) {
					return server;
				}
				server.close();
				if (attempt == ATTEMPTS) {
					throw new IllegalStateException("MariaDB does not start:\n" + server.log);
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static MariaDbServer tryToStart() throws IOException {
		Path workspace = Files.createTempDirectory("mariadb");
		int port = freePort();
		return new MariaDbServer(new ProcessBuilder("sh", "-c", script(), "mariadb", workspace.toString(),
				String.valueOf(port), String.valueOf(MAX_ALLOWED_PACKET))
			.redirectErrorStream(true)
			.start(), port);
	}

	private static String script() throws IOException {
		try (InputStream script = Objects.requireNonNull(MariaDbServer.class.getResourceAsStream("mariadb.sh"))) {
			return new String(script.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	/** Kills the server, as by {@code kill -9}. */
	public void kill() {
		send("kill");
		awaitLine(KILLED);
	}

	/** Starts the server again, with its data and port. */
	public void restart() {
		send("start");
		if (!awaitReady()) {
			throw new IllegalStateException("MariaDB does not start again:\n" + this.log);
		}
	}

	private void send(String command) {
		this.lines.clear();
		try {
			this.process.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
			this.process.getOutputStream().flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private boolean awaitReady() {
		return awaitLine(READY);
	}

	/** Whether the server prints the line before it gives up. */
	private boolean awaitLine(String words) {
		try {
			for (;;) {
				String line = this.lines.take();
				this.log.append(line).append('\n');
				if (line.contains(words) || line.contains(ABORTING)) {
					return line.contains(words);
				}
			}
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Reads continuously: the server must not block on its output. */
	private void readLines() {
		this.process.inputReader(StandardCharsets.UTF_8).lines().forEach(this.lines::add);
		this.lines.add(ABORTING);
	}

	/**
	 * Creates a database.
	 * @param collation the collation of all text in it
	 * @return the JDBC URL
	 */
	public String createDatabase(String name, String collation) {
		try (Connection connection = DriverManager.getConnection(jdbcUrl("mysql"))) {
			connection.createStatement()
				.execute("create database " + name + " character set utf8mb4 collate " + collation);
			return jdbcUrl(name);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private String jdbcUrl(String database) {
		return "jdbc:mariadb://127.0.0.1:" + this.port + "/" + database + "?user=root";
	}

	@Override
	public void close() throws IOException {
		this.process.getOutputStream().close();
		this.process.onExit().orTimeout(60, TimeUnit.SECONDS).join();
	}

}
