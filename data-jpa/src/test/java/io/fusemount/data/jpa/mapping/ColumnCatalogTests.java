package io.fusemount.data.jpa.mapping;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.fusemount.core.operation.AccountNames;
import io.fusemount.data.jpa.mapping.columns.Columns;
import io.fusemount.data.jpa.support.EveryDatabase;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManagerFactory;
import org.h2.api.Trigger;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * What the columns are counts, whatever the mapping would make them.
 */
@Timeout(300)
class ColumnCatalogTests {

	private static final List<Database> databases = new ArrayList<>();

	/** An application on one of the databases. */
	record Database(String name, ConfigurableApplicationContext application, JdbcTemplate jdbc) {

		static Database start(String name, String url) {
			ConfigurableApplicationContext application = TestDatabase.start(url, Columns.class);
			return new Database(name, application, new JdbcTemplate(application.getBean(DataSource.class)));
		}

		EntityMapping map(Class<?> entity) {
			SessionFactoryImplementor factory = this.application.getBean(EntityManagerFactory.class)
				.unwrap(SessionFactoryImplementor.class);
			return new EntityMappingBuilder(ColumnCatalogTests.class, entity, factory, true, AccountNames.NONE).build();
		}

		void change(String table, String column, String type) {
			this.jdbc.execute("alter table " + table + switch (this.name) {
				case "MariaDB" -> " modify " + column + " " + type;
				case "PostgreSQL" -> " alter column " + column + " type " + type;
				default -> " alter column " + column + " set data type " + type;
			});
		}

		boolean isMariaDb() {
			return this.name.equals("MariaDB");
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

	/** Does nothing; that it is there says that it might. */
	public static class Idle implements Trigger {

		@Override
		public void fire(Connection connection, @Nullable Object[] before, @Nullable Object[] after) {
		}

	}

	@BeforeAll
	static void start() {
		databases.addAll(EveryDatabase.start("columns", Database::start));
	}

	@AfterAll
	static void stop() {
		databases.forEach((database) -> database.application().close());
	}

	static Stream<Database> databases() {
		return databases.stream();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void textIsAsLongAsItsColumn(Database database) {
		assertThat(length(database)).isEqualTo(255);
		database.change("page", "words", "varchar(5000)");
		assertThat(length(database)).isEqualTo(5000);
		database.change("page", "words", database.isMariaDb() ? "longtext" : "text");
		assertThat(length(database)).isGreaterThanOrEqualTo(1_000_000_000);
	}

	private static long length(Database database) {
		return database.map(Columns.Page.class).contentColumn().length();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void nameIsAsLongAsItsColumn(Database database) {
		database.change("twice", "name", "varchar(12)");
		assertThat(database.map(Columns.Twice.class).nameColumn().length()).isEqualTo(12);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void nameThatIsFilledUpWithBlanksIsRefused(Database database) {
		database.change("page", "name", "char(20)");
		try {
			if (database.isMariaDb()) {
				NameColumn name = database.map(Columns.Page.class).nameColumn();
				assertThat(name.canEncode("a b")).isTrue();
				// It would come back without the blank.
				assertThat(name.canEncode("a ")).isFalse();
			}
			else {
				assertThatExceptionOfType(MappingException.class).isThrownBy(() -> database.map(Columns.Page.class))
					.satisfies((ex) -> {
						assertThat(ex.property()).isEqualTo("name");
						assertThat(ex.problem())
							.isEqualTo("is in a column of type character, which pads values that are shorter");
					});
			}
		}
		finally {
			database.change("page", "name", "varchar(255)");
		}
	}

	@ParameterizedTest
	@MethodSource("databases")
	void sizeThatNobodyWritesIsRefused(Database database) {
		assertThatExceptionOfType(MappingException.class).isThrownBy(() -> database.map(Columns.Counted.class))
			.satisfies((ex) -> {
				assertThat(ex.property()).isEqualTo("size");
				assertThat(ex.problem()).isEqualTo("is written neither by the application nor by the database, "
						+ "which has no default and no trigger for it");
			});
	}

	@ParameterizedTest
	@MethodSource("databases")
	void sizeThatTheDatabaseMayWriteIsFine(Database database) {
		database.jdbc().execute("alter table counted alter column size set default 0");
		try {
			assertThatNoException().isThrownBy(() -> database.map(Columns.Counted.class));
		}
		finally {
			database.jdbc().execute("alter table counted alter column size drop default");
		}
		for (String sql : trigger(database.name())) {
			database.jdbc().execute(sql);
		}
		try {
			assertThatNoException().isThrownBy(() -> database.map(Columns.Counted.class));
		}
		finally {
			database.jdbc()
				.execute("drop trigger counting" + (database.name().equals("PostgreSQL") ? " on counted" : ""));
		}
	}

	@Test
	void columnsOfATableAreAskedForTogether() {
		Database database = databases.get(0);
		database.jdbc().execute("set query_statistics true");
		try {
			database.map(Columns.Page.class);
			assertThat(database.jdbc()
				.queryForObject("select sum(execution_count) from information_schema.query_statistics "
						+ "where sql_statement like '%from information_schema.columns c%'", Integer.class))
				.isEqualTo(1);
		}
		finally {
			database.jdbc().execute("set query_statistics false");
		}
	}

	private static List<String> trigger(String database) {
		return switch (database) {
			case "PostgreSQL" ->
				List.of("create function counting() returns trigger language plpgsql as $$ begin return new; end $$",
						"create trigger counting before insert on counted for each row execute function counting()");
			case "MariaDB" -> List.of("create trigger counting before insert on counted for each row set new.size = 0");
			default -> List.of("create trigger counting before insert on counted for each row call '"
					+ Idle.class.getName() + "'");
		};
	}

	@ParameterizedTest
	@MethodSource("databases")
	void sizeThatAnotherPropertyWritesIsFine(Database database) {
		assertThatNoException().isThrownBy(() -> database.map(Columns.Twice.class));
	}

}
