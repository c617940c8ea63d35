package io.fusemount.bench.content;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import io.fusemount.bench.server.PostgresServer;

/**
 * A PostgreSQL server, and plain JDBC.
 */
final class Database implements AutoCloseable {

	private final PostgresServer server = new PostgresServer();

	private final Connection connection;

	Database() throws IOException, SQLException {
		this.connection = DriverManager.getConnection(url());
	}

	String url() {
		return this.server.url();
	}

	/**
	 * Inserts a row, with its content as a stream.
	 */
	long write(String name, Path content) throws IOException, SQLException {
		long size = Files.size(content);
		this.connection.setAutoCommit(false);
		try (InputStream stream = Files.newInputStream(content);
				PreparedStatement insert = this.connection.prepareStatement(
						"insert into recording (name, content, size, version, modified) values (?, ?, ?, 0, now())")) {
			insert.setString(1, name);
			insert.setBlob(2, stream, size);
			insert.setLong(3, size);
			insert.executeUpdate();
			this.connection.commit();
		}
		finally {
			this.connection.setAutoCommit(true);
		}
		return size;
	}

	/**
	 * Returns the large object of a row.
	 */
	long content(String name) throws SQLException {
		try (PreparedStatement select = this.connection
			.prepareStatement("select content from recording where name = ?")) {
			select.setString(1, name);
			try (ResultSet rows = select.executeQuery()) {
				rows.next();
				return rows.getLong(1);
			}
		}
	}

	/**
	 * Reads a large object in ranges.
	 * @return the length of the object
	 */
	long read(long content, int range) throws SQLException {
		try (PreparedStatement select = this.connection.prepareStatement("select lo_get(?, ?, ?)")) {
			long total = 0;
			int length = range;
			while (length == range) {
				select.setLong(1, content);
				select.setLong(2, total);
				select.setInt(3, range);
				try (ResultSet rows = select.executeQuery()) {
					rows.next();
					length = rows.getBytes(1).length;
				}
				total += length;
			}
			return total;
		}
	}

	/**
	 * Makes the server load all of a large object into memory and finish its pending
	 * writes.
	 */
	void settle(long content) throws SQLException {
		execute("select sum(length(data)) from pg_largeobject where loid = " + content);
		execute("checkpoint");
	}

	void execute(String sql) throws SQLException {
		try (Statement statement = this.connection.createStatement()) {
			statement.execute(sql);
		}
	}

	@Override
	public void close() throws IOException, SQLException {
		this.connection.close();
		this.server.close();
	}

}
