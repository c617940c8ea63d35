package io.fusemount.bench.files;

import java.sql.SQLException;

import io.fusemount.bench.server.MountServer;
import io.fusemount.bench.store.DirectoryFiles;

/**
 * An application with FuseMount, and its database.
 *
 * @param server the process
 * @param table its files in the database
 */
record MountContestant(MountServer server, RecordingTable table) implements Contestant {

	@Override
	public String name() {
		return this.server.name();
	}

	@Override
	public DirectoryFiles files() {
		return new DirectoryFiles(this.server.file());
	}

	@Override
	public long cpuNanos() {
		return this.server.cpuNanos();
	}

	@Override
	public void fill(Stock stock) throws SQLException {
		this.table.fill(stock);
	}

	@Override
	public void clear(Stock stock) throws SQLException {
		this.table.clear();
	}

	@Override
	public boolean forgets() {
		return true;
	}

	@Override
	public void age() throws SQLException {
		this.table.age();
	}

	@Override
	public void close() throws Exception {
		this.server.close();
	}

}
