package io.fusemount.bench.commit;

import java.io.ByteArrayInputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

import javax.sql.DataSource;

/**
 * The same rows by plain JDBC, with the same guarantees: whoever changes a row's large
 * object locks the row first, what is replaced is unlinked, and the version moves.
 *
 * @param dataSource the application's connection pool
 */
record JdbcFiles(DataSource dataSource) implements SmallFiles {

	@Override
	public void create(String name, byte[] content) throws SQLException {
		inTransaction((connection) -> {
			try (PreparedStatement insert = connection.prepareStatement(
					"insert into recording (name, content, size, version, modified) values (?, ?, ?, 0, now())")) {
				insert.setString(1, name);
				insert.setBlob(2, new ByteArrayInputStream(content), content.length);
				insert.setLong(3, content.length);
				insert.executeUpdate();
			}
		});
	}

	@Override
	public void overwrite(String name, byte[] content) throws SQLException {
		inTransaction((connection) -> {
			Stored stored = lock(connection, name);
			try (PreparedStatement unlink = connection.prepareStatement("select lo_unlink(?)");
					PreparedStatement update = connection
						.prepareStatement("update recording set content = ?, size = ?, version = version + 1, "
								+ "modified = now() where id = ? and version = ?")) {
				unlink.setLong(1, stored.content);
				unlink.executeQuery().close();
				update.setBlob(1, new ByteArrayInputStream(content), content.length);
				update.setLong(2, content.length);
				requireOne(update, stored, 3);
			}
		});
	}

	@Override
	public void append(String name, byte[] content) throws SQLException {
		inTransaction((connection) -> {
			Stored stored = lock(connection, name);
			try (PreparedStatement put = connection.prepareStatement("select lo_put(?, ?, ?)");
					PreparedStatement update = connection.prepareStatement("update recording set size = ?, "
							+ "version = version + 1, modified = now() where id = ? and version = ?")) {
				put.setLong(1, stored.content);
				put.setLong(2, stored.size);
				put.setBytes(3, content);
				put.executeQuery().close();
				update.setLong(1, stored.size + content.length);
				requireOne(update, stored, 2);
			}
		});
	}

	private static Stored lock(Connection connection, String name) throws SQLException {
		try (PreparedStatement select = connection
			.prepareStatement("select id, version, content, size from recording where name = ? for no key update")) {
			select.setString(1, name);
			try (ResultSet rows = select.executeQuery()) {
				rows.next();
				return new Stored(rows.getLong(1), rows.getInt(2), rows.getLong(3), rows.getLong(4));
			}
		}
	}

	private static void requireOne(PreparedStatement update, Stored stored, int first) throws SQLException {
		update.setLong(first, stored.id);
		update.setInt(first + 1, stored.version);
		requireOne(update);
	}

	private static void requireOne(PreparedStatement update) throws SQLException {
		if (update.executeUpdate() != 1) {
			throw new SQLException("The row has moved on");
		}
	}

	@Override
	public void rename(String name, String target) throws SQLException {
		inTransaction((connection) -> {
			try (PreparedStatement update = connection
				.prepareStatement("update recording set name = ?, version = version + 1 where name = ?")) {
				update.setString(1, target);
				update.setString(2, name);
				requireOne(update);
			}
		});
	}

	@Override
	public void delete(String name) throws SQLException {
		inTransaction((connection) -> {
			Stored stored = lock(connection, name);
			try (PreparedStatement unlink = connection.prepareStatement("select lo_unlink(?)");
					PreparedStatement delete = connection
						.prepareStatement("delete from recording where id = ? and version = ?")) {
				unlink.setLong(1, stored.content);
				unlink.executeQuery().close();
				requireOne(delete, stored, 1);
			}
		});
	}

	private void inTransaction(Work work) throws SQLException {
		try (Connection connection = this.dataSource.getConnection()) {
			connection.setAutoCommit(false);
			work.run(connection);
			connection.commit();
		}
	}

	/** What is known of a row. */
	private record Stored(long id, int version, long content, long size) {

	}

	@FunctionalInterface
	private interface Work {

		void run(Connection connection) throws SQLException;

	}

}
