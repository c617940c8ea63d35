package io.fusemount.data.jpa.feed;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the triggers announce.
 */
class ChangeFeedScriptTests {

	private static JdbcTemplate jdbc;

	private static Connection listening;

	@BeforeAll
	static void start() throws SQLException {
		DriverManagerDataSource database = new DriverManagerDataSource(Postgres.createDatabase("script"));
		jdbc = new JdbcTemplate(database);
		ChangeFeedScript.run(jdbc);
		// A second time changes nothing.
		ChangeFeedScript.run(jdbc);
		listening = database.getConnection();
		try (Statement statement = listening.createStatement()) {
			statement.execute("listen fusemount");
		}
	}

	@AfterAll
	static void stop() throws SQLException {
		listening.close();
	}

	@BeforeEach
	void createTables() throws SQLException {
		jdbc.execute("drop table if exists note, \"Odd Table\", pair, loose cascade");
		// Some columns have the names of the trigger's own variables.
		jdbc.execute("create table note (id bigint primary key, body text, blob bytea, news text, start int)");
		jdbc.execute("create table pair (b text, a int, body text, primary key (b, a))");
		jdbc.execute("create table \"Odd Table\" (\"The Id\" text primary key)");
		jdbc.execute("create table loose (id int, body text)");
		ChangeFeedScript.watch(jdbc, "note", "\"Odd Table\"", "pair");
		announced();
	}

	/**
	 * What one transaction announces comes at once, and what the next one does, later.
	 */
	private static List<String> announced() throws SQLException {
		jdbc.execute("notify fusemount, 'end'");
		List<String> announced = new ArrayList<>();
		while (true) {
			for (PGNotification each : listening.unwrap(PGConnection.class).getNotifications(10_000)) {
				if (each.getParameter().equals("end")) {
					return announced;
				}
				announced.add(each.getParameter().replace('\u001f', ' '));
			}
		}
	}

	@Test
	void eachChangedRowIsAnnouncedWithItsKey() throws SQLException {
		jdbc.execute("insert into note values (1, 'one'), (2, 'two')");
		assertThat(announced()).containsExactlyInAnyOrder("public note id 1", "public note id 2");
		jdbc.execute("update note set body = 'changed' where id = 2");
		assertThat(announced()).containsExactly("public note id 2");
		jdbc.execute("delete from note where id = 1");
		assertThat(announced()).containsExactly("public note id 1");
		jdbc.execute("update note set body = 'none' where id = 3; delete from note where id = 3");
		assertThat(announced()).isEmpty();
	}

	@Test
	void aTransactionAnnouncesARowOnceAndOnlyIfItIsCommitted() throws SQLException {
		jdbc.execute("begin; insert into note values (1, 'one'); update note set body = 'two'; commit");
		assertThat(announced()).containsExactly("public note id 1");
		jdbc.execute("begin; update note set body = 'three'; rollback");
		assertThat(announced()).isEmpty();
	}

	@Test
	void aRowWithAnotherKeyIsAnnouncedWithBoth() throws SQLException {
		jdbc.execute("insert into note values (1, 'one')");
		announced();
		jdbc.execute("update note set id = 7");
		assertThat(announced()).containsExactlyInAnyOrder("public note id 1", "public note id 7");
	}

	@Test
	void moreThanAThousandRowsOfOneStatementAreAnnouncedAsTheirTable() throws SQLException {
		jdbc.execute("insert into note select i, 'body' from generate_series(1, 1000) i");
		assertThat(announced()).hasSize(1000);
		jdbc.execute("insert into note select i, 'body' from generate_series(1001, 2001) i");
		assertThat(announced()).containsExactly("public note");
		jdbc.execute("update note set body = 'changed'");
		assertThat(announced()).containsExactly("public note");
		jdbc.execute("truncate note");
		assertThat(announced()).containsExactly("public note");
	}

	@Test
	void keysOfSeveralColumnsAndOddNamesAreAnnounced() throws SQLException {
		jdbc.execute("insert into pair values ('x', 1)");
		assertThat(announced()).containsExactly("public pair b x a 1");
		jdbc.execute("insert into \"Odd Table\" values ('it''s')");
		assertThat(announced()).containsExactly("public Odd Table The Id it's");
	}

	@Test
	void whatIsTooLongForANotificationRefusesNothing() throws SQLException {
		jdbc.update("insert into \"Odd Table\" values (?)", "x".repeat(1500) + "y".repeat(8000));
		assertThat(announced()).containsExactly("public Odd Table");
	}

	@Test
	void largeContentIsNotLookedAt() throws SQLException {
		jdbc.execute("alter table note alter blob set storage external");
		jdbc.execute("insert into note select 1, 'x', string_agg(decode(repeat('00', 1048576), 'hex'), '') "
				+ "from generate_series(1, 100)");
		assertThat(announced()).containsExactly("public note id 1");
		long before = System.nanoTime();
		jdbc.execute("update note set body = 'y'");
		assertThat(System.nanoTime() - before).isLessThan(100_000_000);
	}

	@Test
	void aTableWithoutPrimaryKeyIsToldItsColumns() throws SQLException {
		assertThatExceptionOfType(UncategorizedSQLException.class)
			.isThrownBy(() -> ChangeFeedScript.watch(jdbc, "loose"))
			.withMessageContaining("loose has no primary key: name the columns that tell its rows");
		jdbc.execute("select fusemount_watch('loose', 'id')");
		jdbc.execute("insert into loose values (5, 'five')");
		assertThat(announced()).containsExactly("public loose id 5");
	}

}
