package io.fusemount.conformance.database;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A MariaDB server of this machine's own programs, with a port and a data directory of
 * its own. It ends with this JVM, however that ends.
 */
public final class MariaDbServer implements AutoCloseable {

	/** Distinguishes all names; the server's own default does not. */
	public static final String EXACT = "utf8mb4_nopad_bin";

	/** What Debian's server has by default: neither case nor spaces at the end count. */
	public static final String INEXACT = "utf8mb4_general_ci";

	/** What one statement may have, content included. */
	public static final long MAX_ALLOWED_PACKET = 128 << 20;

	/** A free port may be taken by somebody else before the server has it. */
	private static final int ATTEMPTS = 5;

	/**
	 * The end of its input tells the script to end; that of a JVM that was killed ends,
	 * too, and nobody reads its words any more. Nothing is kept, so the server need not
	 * shut down in good order. It refuses to run as root.
	 */
	private static final String SCRIPT = """
			trap '' INT HUP
			PATH=$PATH:/usr/sbin:/usr/local/sbin
			cd "$1" || exit
			chmod 711 . && mkdir data
			user=
			if [ "$(id -u)" -eq 0 ]; then
				user=--user=nobody
				chown nobody data
			fi
			if mariadb-install-db --no-defaults $user --datadir="$1/data" --skip-test-db \\
					--auth-root-authentication-method=normal --innodb-log-file-size=32M 2>&1; then
				mariadbd --no-defaults $user --datadir="$1/data" --socket="$1/data/socket" --pid-file="$1/data/pid" \\
					--bind-address=127.0.0.1 --port="$2" --max-allowed-packet="$3" --innodb-log-file-size=32M \\
					--innodb-flush-log-at-trx-commit=0 --character-set-server=utf8mb4 --skip-name-resolve 2>&1 &
				server=$!
				cat >/dev/null
				exec >/dev/null 2>&1
				kill -KILL $server
				wait $server
			else
				echo '[ERROR] Aborting'
			fi
			cd / && rm -rf "$1"
			""";

	private static final class Shared {

		private static final MariaDbServer SERVER = start();

	}

	private final Process process;

	private final int port;

	private final StringBuilder log = new StringBuilder();

	private MariaDbServer(Process process, int port) {
		this.process = process;
		this.port = port;
	}

	/** Whether a server can be started here. */
	public static boolean isInstalled() {
		return missing().isEmpty();
	}

	/**
	 * Returns the name of a program that a server needs and that is not there, or the
	 * empty text.
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
		return new MariaDbServer(new ProcessBuilder("sh", "-c", SCRIPT, "mariadb", workspace.toString(),
				String.valueOf(port), String.valueOf(MAX_ALLOWED_PACKET))
			.redirectErrorStream(true)
			.start(), port);
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	private boolean awaitReady() throws IOException {
		BufferedReader reader = this.process.inputReader(StandardCharsets.UTF_8);
		for (String line = reader.readLine(); line != null; line = reader.readLine()) {
			this.log.append(line).append('\n');
			if (line.contains("ready for connections")) {
				Thread drain = new Thread(() -> reader.lines().forEach((rest) -> {
				}), "fusemount-test-mariadb-output");
				drain.setDaemon(true);
				drain.start();
				return true;
			}
			if (line.contains("[ERROR] Aborting")) {
				return false;
			}
		}
		return false;
	}

	/**
	 * Creates a database.
	 * @param collation of all its text
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
