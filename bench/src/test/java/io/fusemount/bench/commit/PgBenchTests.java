package io.fusemount.bench.commit;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

import com.zaxxer.hikari.HikariDataSource;
import io.fusemount.bench.server.PostgresServer;
import io.fusemount.bench.store.JdbcFiles;
import io.fusemount.bench.store.RecordingTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

@Timeout(120)
class PgBenchTests {

	private static final int FILES = 24;

	@Test
	void storesTheSameRowsAndLargeObjectsAsJdbc() throws Exception {
		assumeTrue(PgBench.isInstalled(), "pgbench is not installed (in Debian's package of the server, postgresql)");
		try (PostgresServer server = new PostgresServer()) {
			RecordingTable table = RecordingTable.postgres(server.add("recordings"));
			table.create();
			HikariDataSource pool = new HikariDataSource();
			pool.setJdbcUrl(table.url());
			try (Creator jdbc = new ProgramCreator("JDBC", new JdbcFiles(pool), () -> 0, pool)) {
				jdbc.create(8, FILES);
			}
			String stored = recordings(table).get(0);
			assertThat(stored).startsWith("4096, 4096, ");
			try (Creator pgBench = new PgBench("pgbench", server.port(), "recordings")) {
				assertThat(pgBench.create(8, FILES).rate()).isPositive();
				assertThat(recordings(table)).hasSize(2 * FILES).containsOnly(stored);
				pgBench.create(1, FILES);
			}
			assertThat(recordings(table)).hasSize(3 * FILES).containsOnly(stored);
		}
	}

	/** Returns all but the names and times. */
	private static List<String> recordings(RecordingTable table) throws SQLException {
		List<String> recordings = new ArrayList<>();
		try (Connection connection = DriverManager.getConnection(table.url());
				Statement statement = connection.createStatement();
				ResultSet rows = statement.executeQuery("select concat_ws(', ', size, length(lo_get(content)), "
						+ "md5(lo_get(content)), version, modified <= now()) from recording")) {
			while (rows.next()) {
				recordings.add(rows.getString(1));
			}
		}
		return recordings;
	}

}
