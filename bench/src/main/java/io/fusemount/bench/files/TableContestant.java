package io.fusemount.bench.files;

import java.sql.SQLException;

import io.fusemount.bench.store.RecordingTable;
import io.fusemount.bench.store.Stock;

/**
 * A contestant whose files are in a table, which is filled past the contestant.
 */
abstract class TableContestant implements Contestant {

	private final RecordingTable table;

	TableContestant(RecordingTable table) {
		this.table = table;
	}

	@Override
	public final void fill(Stock stock) throws SQLException {
		this.table.fill(stock);
	}

	@Override
	public final void clear(Stock stock) throws SQLException {
		this.table.clear();
	}

	@Override
	public final boolean forgets() {
		return true;
	}

	@Override
	public final void age() throws SQLException {
		this.table.age();
	}

}
