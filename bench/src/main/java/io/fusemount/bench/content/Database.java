package io.fusemount.bench.content;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;

import io.fusemount.bench.server.PostgresServer;

/**
 * A PostgreSQL server, with rows that come by plain JDBC.
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

	@Override
	public void close() throws IOException, SQLException {
		this.connection.close();
		this.server.close();
	}

}
