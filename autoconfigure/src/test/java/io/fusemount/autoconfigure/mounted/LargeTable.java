package io.fusemount.autoconfigure.mounted;

import java.sql.ResultSet;
import java.time.Duration;
import java.util.List;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.awaitility.Awaitility;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The table of {@link MountedApplication} with many rows, as another program sees it.
 * Their names are in another order than their ids, and one large object is the content of
 * all.
 */
final class LargeTable {

	/** Of each file, in bytes. */
	static final int SIZE = 7;

	/** A prime number, so that no two rows get the same name. */
	private static final int NAMES = 1_000_003;

	private static final String OTHERS = " from pg_stat_activity where datname = current_database() "
			+ "and pid <> pg_backend_pid()";

	private final JdbcTemplate program;

	private final int rows;

	private int changes;

	/**
	 * Creates the rows in a table that there is.
	 * @param rows how many, up to a million
	 */
	LargeTable(EmbeddedPostgres server, int rows) {
		this.program = new JdbcTemplate(server.getPostgresDatabase());
		this.rows = rows;
		this.program.update("insert into stored_file (id, name, content, size, version, created, modified) "
				+ "select i, 'file-' || (i::bigint * 7919) % ?, content, ?, 0, now(), now() "
				+ "from lo_from_bytea(0, 'content') content, generate_series(1, ?) i", NAMES, SIZE, rows);
		this.program.execute("alter sequence stored_file_seq restart with " + 2 * NAMES);
		this.program.execute("vacuum analyze stored_file");
	}

	/**
	 * Returns how often the table was read as a whole so far, and other connections end.
	 */
	long scans() {
		// The sessions report their reads when they end.
		this.program.queryForList("select pg_terminate_backend(pid)" + OTHERS);
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> Long.valueOf(0)
				.equals(number("select count(*)" + OTHERS + " and backend_type = 'client backend' "
						+ "and backend_start < now() - interval '1 second'")));
		return number("select seq_scan from pg_stat_user_tables where relname = 'stored_file'");
	}

	private long number(String query) {
		Long number = this.program.queryForObject(query, Long.class);
		return (number != null) ? number : 0;
	}

	/** Reads the columns of a listing with plain JDBC. */
	int read() {
		int[] count = new int[1];
		this.program.query("select id, name, size, version, created, modified from stored_file order by id",
				(ResultSet row) -> {
					count[0] += (row.getString(2).isEmpty() || row.getTimestamp(6) == null) ? 0 : 1;
				});
		return count[0];
	}

	/**
	 * Creates a row before and one behind all others, and renames and deletes each one of
	 * those whose id can be divided by ten. No name is used twice.
	 */
	void change() {
		this.changes++;
		this.program.update(
				"insert into stored_file (id, name, size, version, created, modified) "
						+ "select i, 'new-' || i, 0, 0, now(), now() from unnest(array[?, ?]) i",
				-this.changes, NAMES + this.changes);
		int all = this.rows / 10;
		// Everywhere in the table, one after the other.
		long at = (this.changes * 7919L) % all;
		this.program.update("update stored_file set name = 'moved-' || ?, version = version + 1 where id = ?",
				this.changes, at * 10);
		this.program.update("delete from stored_file where id = ?", (at + all / 2) % all * 10);
	}

	/** Returns the names of the rows that {@link #change} leaves alone. */
	List<String> unchanged() {
		return this.program.queryForList("select name from stored_file where id between 1 and ? and id % 10 <> 0",
				String.class, this.rows);
	}

}
