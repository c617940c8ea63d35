package io.fusemount.data.jpa.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.core.operation.AccountNames;
import io.fusemount.data.jpa.mapping.keys.Keys;
import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whether names are unique is what the database says, whatever the entity declares.
 */
@Timeout(300)
class KeyCatalogTests {

	private static final Set<String> PLACE = Set.of("place");

	private static final Set<String> NONE = Set.of();

	private static final List<Database> databases = new ArrayList<>();

	/** An application on one of the databases. */
	record Database(String name, ConfigurableApplicationContext application, JdbcTemplate jdbc) {

		static Database start(String name, String url) {
			ConfigurableApplicationContext application = TestDatabase.start(url, Keys.class);
			return new Database(name, application, new JdbcTemplate(application.getBean(DataSource.class)));
		}

		NameColumn names(Class<?> entity) {
			SessionFactoryImplementor factory = this.application.getBean(EntityManagerFactory.class)
				.unwrap(SessionFactoryImplementor.class);
			return new EntityMappingBuilder(KeyCatalogTests.class, entity, factory, true, AccountNames.NONE).build()
				.nameColumn();
		}

		/** Lets a table have one key of its own beside the primary one. */
		void key(String table, String key) {
			this.jdbc.execute("drop index if exists own_key" + (isMariaDb() ? " on " + table : ""));
			this.jdbc.execute(key);
		}

		boolean isMariaDb() {
			return this.name.equals("MariaDB");
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

	@BeforeAll
	static void start() {
		databases.add(Database.start("H2", "jdbc:h2:mem:uniquekeys;DB_CLOSE_DELAY=-1"));
		databases.add(Database.start("PostgreSQL", Postgres.createDatabase("uniquekeys")));
		if (MariaDbServer.isInstalled()) {
			databases.add(Database.start("MariaDB",
					MariaDbServer.shared().createDatabase("uniquekeys", MariaDbServer.EXACT)));
		}
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
	void aKeyThatIsNotDeclaredCounts(Database database) {
		assertThat(database.names(Keys.Plain.class).unique()).isFalse();
		database.key("plain", "create unique index own_key on plain (name)");
		assertThat(database.names(Keys.Plain.class).unique()).isTrue();
		database.key("plain", "create index own_key on plain (name)");
		assertThat(database.names(Keys.Plain.class).unique()).isFalse();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aKeyThatIsDeclaredAndNotThereDoesNotCount(Database database) {
		assertThat(database.names(Keys.Declared.class).unique()).isTrue();
		database.jdbc()
			.execute("alter table declared drop " + (database.isMariaDb() ? "index" : "constraint") + " declared_key");
		assertThat(database.names(Keys.Declared.class).unique()).isFalse();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aKeyOfTwoColumnsKeepsNamesApartWhereTheOtherOneHasAValue(Database database) {
		database.key("plain", "create unique index own_key on plain (place, name)");
		NameColumn names = database.names(Keys.Plain.class);
		assertThat(names.unique()).isFalse();
		assertThat(names.isUniqueAmong(PLACE, NONE)).isTrue();
		assertThat(names.isUniqueAmong(Set.of("other"), NONE)).isFalse();
		assertThat(names.isUniqueAmong(NONE, PLACE)).as("nulls are not equal").isFalse();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void nullsThatAreEqualKeepNamesApartToo(Database database) {
		if (database.isMariaDb()) {
			return;
		}
		database.key("plain",
				database.name().equals("H2") ? "create unique nulls not distinct index own_key on plain (place, name)"
						: "create unique index own_key on plain (place, name) nulls not distinct");
		NameColumn names = database.names(Keys.Plain.class);
		assertThat(names.unique()).isFalse();
		assertThat(names.isUniqueAmong(PLACE, NONE)).isTrue();
		assertThat(names.isUniqueAmong(NONE, PLACE)).isTrue();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aKeyOfSomeRowsOrOfAnExpressionKeepsNothingApart(Database database) {
		if (!database.name().equals("PostgreSQL")) {
			return;
		}
		database.key("plain", "create unique index own_key on plain (name) where place > 0");
		assertThat(database.names(Keys.Plain.class).unique()).isFalse();
		database.key("plain", "create unique index own_key on plain (name, coalesce(place, 0))");
		assertThat(database.names(Keys.Plain.class).isUniqueAmong(PLACE, PLACE)).isFalse();
		database.key("plain", "create unique index own_key on plain (place) include (name)");
		assertThat(database.names(Keys.Plain.class).keys()).isEmpty();
	}

}
