package io.fusemount.bench.files;

import java.sql.SQLException;

import com.zaxxer.hikari.HikariDataSource;
import io.fusemount.bench.measure.ProcessTime;
import io.fusemount.bench.store.JdbcFiles;
import io.fusemount.bench.store.RecordingTable;

/**
 * Plain JDBC on a database of PostgreSQL, in this process, without any cache.
 */
final class JdbcContestant extends TableContestant {

	private static final long PID = ProcessHandle.current().pid();

	private final HikariDataSource pool = new HikariDataSource();

	JdbcContestant(RecordingTable table) throws SQLException {
		super(table);
		this.pool.setJdbcUrl(table.url());
		table.create();
	}

	@Override
	public String name() {
		return JDBC;
	}

	@Override
	public JdbcFiles files() {
		return new JdbcFiles(this.pool);
	}

	@Override
	public long cpuNanos() {
		return ProcessTime.nanos(PID);
	}

	@Override
	public void close() {
		this.pool.close();
	}

}
