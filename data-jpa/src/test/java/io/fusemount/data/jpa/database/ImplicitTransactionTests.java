package io.fusemount.data.jpa.database;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.fusemount.data.jpa.support.Postgres;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.datasource.AbstractDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What becomes of the connection of a transaction, by where it comes from. The clock of
 * PostgreSQL stands still within one.
 */
class ImplicitTransactionTests {

	private static final String SETTING = "select set_config('app.tenant', '42', true)";

	private static String url;

	@BeforeAll
	static void create() {
		url = Postgres.createDatabase("implicit");
	}

	@Test
	void theDriversOwnConnectionNeedsNoCommit() throws SQLException {
		try (Connection connection = DriverManager.getConnection(url)) {
			connection.setAutoCommit(false);
			List<String> times = ImplicitTransaction.around(connection, () -> times(connection));
			assertThat(times.get(0)).isNotEqualTo(times.get(1));
			assertThat(connection.getAutoCommit()).isFalse();
		}
	}

	@Test
	void thatOfThePoolNeedsNoCommitEither() throws SQLException {
		try (HikariDataSource pool = pool(null); Connection connection = pool.getConnection()) {
			connection.setAutoCommit(false);
			List<String> times = ImplicitTransaction.around(connection, () -> times(connection));
			assertThat(times.get(0)).isNotEqualTo(times.get(1));
			assertThat(connection.getAutoCommit()).isFalse();
		}
	}

	@Test
	void aPoolThatCommitsNothingByItselfGetsItsConnectionBackAsItWas() throws SQLException {
		try (HikariDataSource pool = pool(null)) {
			pool.setAutoCommit(false);
			try (Connection connection = pool.getConnection()) {
				List<String> times = ImplicitTransaction.around(connection, () -> times(connection));
				assertThat(times.get(0)).isNotEqualTo(times.get(1));
			}
			try (Connection connection = pool.getConnection()) {
				assertThat(connection.getAutoCommit()).isFalse();
			}
		}
	}

	@Test
	void whatIsInUseStaysOneTransaction() throws SQLException {
		try (Connection connection = DriverManager.getConnection(url)) {
			connection.setAutoCommit(false);
			value(connection, SETTING);
			assertThat(ImplicitTransaction.around(connection, () -> value(connection, tenant()))).isEqualTo("42");
		}
	}

	@Test
	void aConnectionThatCommitsByItselfStaysSo() throws SQLException {
		try (Connection connection = DriverManager.getConnection(url)) {
			ImplicitTransaction.around(connection, () -> value(connection, "select 1"));
			assertThat(connection.getAutoCommit()).isTrue();
		}
	}

	@Test
	void whoStandsBetweenMaySendSomethingWithTheFirstStatement() throws SQLException {
		try (Connection connection = settingTenant(DriverManager.getConnection(url))) {
			connection.setAutoCommit(false);
			assertThat(ImplicitTransaction.around(connection, () -> value(connection, tenant()))).isEqualTo("42");
		}
	}

	@Test
	void whoStandsBelowThePoolMaySendSomethingWithTheFirstStatement() throws SQLException {
		try (HikariDataSource pool = pool(new SettingTenant()); Connection connection = pool.getConnection()) {
			connection.setAutoCommit(false);
			assertThat(ImplicitTransaction.around(connection, () -> value(connection, tenant()))).isEqualTo("42");
		}
	}

	@Test
	void whereTheSessionIsReadOnlyNothingIsWritten() throws SQLException {
		try (Connection connection = DriverManager.getConnection(url + "&readOnlyMode=always")) {
			connection.setReadOnly(true);
			connection.setAutoCommit(false);
			assertThatExceptionOfType(IllegalStateException.class)
				.isThrownBy(
						() -> ImplicitTransaction.around(connection, () -> value(connection, "select lo_create(0)")))
				.withMessageContaining("read-only");
		}
	}

	private static List<String> times(Connection connection) {
		String now = "select cast(now() as text)";
		return List.of(value(connection, now), value(connection, now));
	}

	private static String tenant() {
		return "select current_setting('app.tenant', true)";
	}

	private static String value(Connection connection, String sql) {
		try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(sql)) {
			rows.next();
			return rows.getString(1);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex.getMessage(), ex);
		}
	}

	private static HikariDataSource pool(@Nullable DataSource below) {
		HikariDataSource pool = new HikariDataSource();
		pool.setMaximumPoolSize(1);
		if (below != null) {
			pool.setDataSource(below);
		}
		else {
			pool.setJdbcUrl(url);
		}
		return pool;
	}

	/** Sets who asks before each statement, for as long as the transaction lasts. */
	private static Connection settingTenant(Connection connection) {
		return (Connection) Proxy.newProxyInstance(Connection.class.getClassLoader(),
				new Class<?>[] { Connection.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("createStatement")) {
						value(connection, SETTING);
					}
					try {
						return method.invoke(connection, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

	private static final class SettingTenant extends AbstractDataSource {

		@Override
		public Connection getConnection() throws SQLException {
			return settingTenant(DriverManager.getConnection(url));
		}

		@Override
		public Connection getConnection(String user, String password) throws SQLException {
			return getConnection();
		}

	}

}
