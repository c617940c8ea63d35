package io.fusemount.bench.files;

import java.sql.SQLException;

import com.zaxxer.hikari.HikariDataSource;
import io.fusemount.bench.measure.ProcessTime;
import io.fusemount.bench.store.JdbcFiles;

/**
 * Plain JDBC on a database of PostgreSQL, in this process.
 */
final class JdbcContestant implements Contestant {

	private static final long PID = ProcessHandle.current().pid();

	private final HikariDataSource pool = new HikariDataSource();

	private final RecordingTable table;

	JdbcContestant(RecordingTable table) throws SQLException {
		this.table = table;
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
	public void fill(Stock stock) throws SQLException {
		this.table.fill(stock);
	}

	@Override
	public void clear(Stock stock) throws SQLException {
		this.table.clear();
	}

	/** It remembers nothing. */
	@Override
	public boolean forgets() {
		return true;
	}

	@Override
	public void age() throws SQLException {
		this.table.age();
	}

	@Override
	public void close() {
		this.pool.close();
	}

}
