package io.fusemount.bench.store;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

import javax.sql.DataSource;

/**
 * The same rows by plain JDBC, with the same guarantees: a change of a row's large object
 * locks the row first, a replaced object is unlinked, and the version is incremented.
 *
 * @param dataSource the application's connection pool
 */
public record JdbcFiles(DataSource dataSource) implements StoredFiles {

	private static final int PIECE = 1 << 20;

	@Override
	public void create(String name, byte[] content) throws SQLException {
		insert(name, new ByteArrayInputStream(content), content.length);
	}

	@Override
	public long write(String name, Path source) throws IOException, SQLException {
		long size = Files.size(source);
		try (InputStream stream = Files.newInputStream(source)) {
			insert(name, stream, size);
		}
		return size;
	}

	private void insert(String name, InputStream content, long size) throws SQLException {
		inTransaction((connection) -> {
			try (PreparedStatement insert = connection.prepareStatement(
					"insert into recording (name, content, size, version, modified) values (?, ?, ?, 0, now())")) {
				insert.setString(1, name);
				insert.setBlob(2, content, size);
				insert.setLong(3, size);
				insert.executeUpdate();
			}
		});
	}

	@Override
	public void overwrite(String name, byte[] content) throws SQLException {
		inTransaction((connection) -> {
			Stored stored = lock(connection, name);
			unlink(connection, stored);
			try (PreparedStatement update = connection
				.prepareStatement("update recording set content = ?, size = ?, version = version + 1, "
						+ "modified = now() where id = ? and version = ?")) {
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
			put(connection, stored, stored.size, content);
		});
	}

	@Override
	public void patch(String name, long position, byte[] bytes) throws SQLException {
		inTransaction((connection) -> put(connection, lock(connection, name), position, bytes));
	}

	private static void put(Connection connection, Stored stored, long position, byte[] bytes) throws SQLException {
		try (PreparedStatement put = connection.prepareStatement("select lo_put(?, ?, ?)");
				PreparedStatement update = connection.prepareStatement("update recording set size = ?, "
						+ "version = version + 1, modified = now() where id = ? and version = ?")) {
			put.setLong(1, stored.content);
			put.setLong(2, position);
			put.setBytes(3, bytes);
			put.executeQuery().close();
			update.setLong(1, Math.max(stored.size, position + bytes.length));
			requireOne(update, stored, 2);
		}
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

	private static void unlink(Connection connection, Stored stored) throws SQLException {
		try (PreparedStatement unlink = connection.prepareStatement("select lo_unlink(?)")) {
			unlink.setLong(1, stored.content);
			unlink.executeQuery().close();
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
			unlink(connection, stored);
			try (PreparedStatement delete = connection
				.prepareStatement("delete from recording where id = ? and version = ?")) {
				requireOne(delete, stored, 1);
			}
		});
	}

	@Override
	public long list() throws SQLException {
		try (Connection connection = this.dataSource.getConnection();
				PreparedStatement select = connection
					.prepareStatement("select id, name, size, version, modified from recording order by id");
				ResultSet rows = select.executeQuery()) {
			long count = 0;
			while (rows.next()) {
				count += rows.getString(2).isEmpty() ? 0 : 1;
			}
			return count;
		}
	}

	@Override
	public long read(String name) throws SQLException {
		try (Connection connection = this.dataSource.getConnection();
				PreparedStatement select = connection.prepareStatement(
						"select id, size, version, modified, lo_get(content) from recording where name = ?")) {
			select.setString(1, name);
			try (ResultSet rows = select.executeQuery()) {
				rows.next();
				return rows.getBytes(5).length;
			}
		}
	}

	@Override
	public long stream(String name) throws SQLException {
		try (Connection connection = this.dataSource.getConnection();
				PreparedStatement select = connection
					.prepareStatement("select lo_get(content, ?, ?) from recording where name = ?")) {
			select.setInt(2, PIECE);
			select.setString(3, name);
			long total = 0;
			int length = PIECE;
			while (length == PIECE) {
				select.setLong(1, total);
				try (ResultSet rows = select.executeQuery()) {
					rows.next();
					length = rows.getBytes(1).length;
				}
				total += length;
			}
			return total;
		}
	}

	private void inTransaction(Work work) throws SQLException {
		try (Connection connection = this.dataSource.getConnection()) {
			connection.setAutoCommit(false);
			work.run(connection);
			connection.commit();
		}
	}

	/** The relevant columns of a row. */
	private record Stored(long id, int version, long content, long size) {

	}

	@FunctionalInterface
	private interface Work {

		void run(Connection connection) throws SQLException;

	}

}
