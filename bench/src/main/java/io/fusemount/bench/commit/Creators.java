package io.fusemount.bench.commit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import com.zaxxer.hikari.HikariDataSource;
import io.fusemount.bench.content.application.ApplicationCommand;
import io.fusemount.bench.measure.ProcessTime;
import io.fusemount.bench.server.MountServer;
import io.fusemount.bench.server.PostgresServer;
import io.fusemount.bench.store.DirectoryFiles;
import io.fusemount.bench.store.JdbcFiles;
import io.fusemount.bench.store.RecordingTable;

import org.springframework.util.FileSystemUtils;

/**
 * All ways, on one server of PostgreSQL, each with a database of its own.
 */
final class Creators implements AutoCloseable {

	static final String FUSEMOUNT = "fusemount";

	static final String JDBC = "JDBC";

	static final String PGBENCH = "pgbench";

	/** The end of the name of a way whose database announces changes. */
	static final String FED = " with change feed";

	private static final long PID = ProcessHandle.current().pid();

	private final Path workspace = Files.createTempDirectory("fusemount-bench-commits");

	private final PostgresServer postgres = new PostgresServer();

	private final List<Creator> all = new ArrayList<>();

	private Creators() throws IOException {
	}

	/**
	 * Starts all ways.
	 */
	static Creators start(boolean withPgBench) throws Exception {
		Creators creators = new Creators();
		try {
			creators.mount();
			creators.mountFed();
			creators.jdbc(JDBC, creators.table("jdbc"));
			creators.jdbc(JDBC + FED, creators.fedTable("jdbc_fed"));
			if (withPgBench) {
				creators.table("pgbench");
				creators.fedTable("pgbench_fed");
				creators.all.add(new PgBench(PGBENCH, creators.postgres.port(), "pgbench"));
				creators.all.add(new PgBench(PGBENCH + FED, creators.postgres.port(), "pgbench_fed"));
			}
			return creators;
		}
		catch (Exception ex) {
			creators.close();
			throw ex;
		}
	}

	private RecordingTable table(String database) throws SQLException {
		RecordingTable table = RecordingTable.postgres(this.postgres.add(database));
		table.create();
		return table;
	}

	private RecordingTable fedTable(String database) throws SQLException, IOException {
		RecordingTable table = table(database);
		table.prepareToTell();
		table.tell();
		return table;
	}

	private void mount() throws Exception {
		mount(FUSEMOUNT, RecordingTable.postgres(this.postgres.add("mounted")), false);
	}

	private void mountFed() throws Exception {
		RecordingTable table = RecordingTable.postgres(this.postgres.add("mounted_fed"));
		table.prepareToTell();
		mount(FUSEMOUNT + FED, table, true);
		table.tell();
	}

	private void mount(String name, RecordingTable table, boolean fed) throws Exception {
		MountServer server = new MountServer(name,
				ApplicationCommand.of("-Xmx256m", table.url(), this.workspace.resolve("spool-" + this.all.size()),
						"--fusemount.change-feed.postgresql.enabled=" + fed),
				ApplicationCommand.DIRECTORY);
		this.all.add(new ProgramCreator(name, new DirectoryFiles(server.file()), server::cpuNanos, server));
	}

	private void jdbc(String name, RecordingTable table) {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(table.url());
		this.all.add(new ProgramCreator(name, new JdbcFiles(pool), () -> ProcessTime.nanos(PID), pool));
	}

	List<Creator> all() {
		return this.all;
	}

	@Override
	public void close() throws Exception {
		for (Creator creator : this.all) {
			creator.close();
		}
		this.postgres.close();
		FileSystemUtils.deleteRecursively(this.workspace);
	}

}
