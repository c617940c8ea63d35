package io.fusemount.data.jpa.blob;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

import org.hibernate.StatelessSession;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/**
 * The properties that a server of MariaDB or MySQL and its driver report.
 *
 * @param maxPacket the most bytes of a statement, including its values
 * @param escaping whether the driver writes values into the text of the statement, where
 * some bytes take two
 * @param streamingFetchSize the fetch size with which the driver does not buffer the rows
 */
record MySqlServer(long maxPacket, boolean escaping, int streamingFetchSize) {

	static MySqlServer of(SessionFactoryImplementor sessionFactory) {
		try (StatelessSession session = sessionFactory.openStatelessSession()) {
			return session.doReturningWork(MySqlServer::ask);
		}
	}

	private static MySqlServer ask(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet packet = statement.executeQuery("select @@max_allowed_packet")) {
			packet.next();
			DatabaseMetaData metadata = connection.getMetaData();
			boolean prepares = String.valueOf(metadata.getURL())
				.toLowerCase(Locale.ROOT)
				.contains("useserverprepstmts=true");
			// MySQL's own driver accepts only this number, which other drivers refuse.
			boolean mysql = metadata.getDriverName().startsWith("MySQL");
			return new MySqlServer(packet.getLong(1), !prepares, mysql ? Integer.MIN_VALUE : 1);
		}
	}

}
