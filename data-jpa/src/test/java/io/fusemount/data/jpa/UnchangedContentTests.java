package io.fusemount.data.jpa;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.support.Statements;
import io.fusemount.data.jpa.unchanged.Sheets;
import io.fusemount.data.jpa.unchanged.SheetsApplication;
import jakarta.persistence.EntityManager;
import org.hibernate.engine.spi.SelfDirtinessTracker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static io.fusemount.data.jpa.AbstractDirectoryTests.create;
import static io.fusemount.data.jpa.AbstractDirectoryTests.find;
import static io.fusemount.data.jpa.AbstractDirectoryTests.read;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is written of files whose content stays, whether their entities have
 * {@code @DynamicUpdate} or not.
 */
class UnchangedContentTests {

	private static final Instant LONG_AGO = Instant.parse("2001-02-03T04:05:06Z");

	private static final String COLUMN = "payload";

	private static final int LARGE = 4 << 20;

	/** Pages that are written as a whole after a checkpoint. */
	private static final int SMALL = LARGE / 8;

	static Stream<Arguments> all() {
		return RunningShapes.cases(Running.DATABASES, paths());
	}

	static Stream<Arguments> onPostgres() {
		return RunningShapes.cases(
				Running.DATABASES.stream().filter((database) -> database.name().equals("PostgreSQL")).toList(),
				paths().stream().filter((path) -> !path.endsWith("embedded")).toList());
	}

	static Stream<RunningShapes> databases() {
		return Running.DATABASES.stream();
	}

	private static List<String> paths() {
		return Stream.concat(Sheets.paths().stream(), Sheets.dynamicPaths().stream()).toList();
	}

	@AfterAll
	static void stop() {
		Running.DATABASES.forEach((database) -> database.application().close());
	}

	@Test
	void theBuildHasEnhancedTheEntityThatIsLoadedWithoutItsContent() {
		assertThat(SelfDirtinessTracker.class).isAssignableFrom(Sheets.LazySheet.class);
	}

	@ParameterizedTest
	@MethodSource("all")
	@Semantics("Renaming a file and setting its times do not touch its content.")
	void noStatementOfARenameAMoveOrATimeSetsTheContent(RunningShapes database, String path) {
		Directory shelf = shelf(database, path, "statements");
		Directory other = shelf(database, path, "others");
		RegularFile created = create(shelf, "a", "content");
		Statements statements = statements(database);
		statements.clear();
		RegularFile renamed = shelf.rename(created, new Name("b"), null);
		RegularFile touched = renamed.update(new FileChanges(null, LONG_AGO));
		other.rename(touched, new Name("b"), null);
		assertThat(updates(statements)).hasSize(3).noneMatch((update) -> update.contains(COLUMN));
		assertThat(read(find(other, "b"))).isEqualTo("content");
		other.delete(find(other, "b"));
	}

	@ParameterizedTest
	@MethodSource("onPostgres")
	void theLogOfTheDatabaseGrowsByLittle(RunningShapes database, String path) {
		Directory shelf = shelf(database, path, "log");
		Directory other = shelf(database, path, "logs");
		String content = large();
		RegularFile created = create(shelf, "a", content);
		String before = position(database);
		RegularFile renamed = shelf.rename(created, new Name("b"), null);
		RegularFile touched = renamed.update(new FileChanges(null, LONG_AGO));
		other.rename(touched, new Name("b"), null);
		assertThat(database.count("select pg_current_wal_insert_lsn() - '" + before + "'::pg_lsn")).isLessThan(SMALL);
		assertThat(read(find(other, "b"))).isEqualTo(content);
		other.delete(find(other, "b"));
	}

	@ParameterizedTest
	@MethodSource("all")
	void aNewFileIsWrittenOnceWithWhatAnInitializerGivesIt(RunningShapes database, String path) {
		Directory shelf = shelf(database, path, "new");
		Statements statements = statements(database);
		statements.clear();
		RegularFile created = shelf.create(new Name("a"),
				new FileChanges(AbstractDirectoryTests.source("content"), LONG_AGO));
		assertThat(statements.all().stream().filter((sql) -> sql.startsWith("insert") && sql.contains(COLUMN)))
			.hasSize(1);
		assertThat(updates(statements)).noneMatch((update) -> update.contains(COLUMN));
		assertThat(created.attributes().modified()).isEqualTo(LONG_AGO);
		shelf.delete(find(shelf, "a"));
	}

	/**
	 * A program may store what is there already: Hibernate sees nothing to write then.
	 */
	@ParameterizedTest
	@MethodSource("all")
	void contentIsStillThereWhenTheSameIsStoredAgain(RunningShapes database, String path) {
		Directory shelf = shelf(database, path, "same");
		RegularFile file = create(shelf, "a", "content");
		for (int i = 0; i < 3; i++) {
			file = file.update(new FileChanges(AbstractDirectoryTests.source("content"), null));
			assertThat(read(find(shelf, "a"))).isEqualTo("content");
		}
		shelf.rename(create(shelf, "b", "content"), new Name("a"), find(shelf, "a"));
		assertThat(read(find(shelf, "a"))).isEqualTo("content");
		file = find(shelf, "a").update(new FileChanges(AbstractDirectoryTests.source("other"), null));
		assertThat(read(file)).isEqualTo("other");
		shelf.delete(find(shelf, "a"));
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aLazyContentIsNotLoadedForARenameEither(RunningShapes database) {
		Directory shelf = shelf(database, "lazy", "lazy");
		RegularFile created = create(shelf, "a", "content");
		Statements statements = statements(database);
		statements.clear();
		shelf.rename(created, new Name("b"), null);
		assertThat(statements.all()).isNotEmpty().noneMatch((statement) -> statement.contains(COLUMN));
		shelf.delete(find(shelf, "b"));
	}

	@ParameterizedTest
	@MethodSource("databases")
	void theApplicationItselfWritesWhatItHasChanged(RunningShapes database) {
		Directory shelf = shelf(database, "bytes", "own");
		create(shelf, "a", "content");
		Statements statements = statements(database);
		statements.clear();
		asApplication(database,
				(entityManager) -> entityManager
					.createQuery("from BytesSheet where name = 'a'", Sheets.BytesSheet.class)
					.getSingleResult().name = "b");
		assertThat(updates(statements)).hasSize(1).noneMatch((update) -> update.contains(COLUMN));
		assertThat(read(find(shelf, "b"))).isEqualTo("content");
		shelf.delete(find(shelf, "b"));
	}

	@ParameterizedTest
	@MethodSource("databases")
	void anUpdateOfTheApplicationsOwnGetsAllColumnsAndTheLogSaysSo(RunningShapes database) {
		Directory directory = database.empty("own-updates");
		RegularFile created = create(directory, "a", "content");
		directory.rename(created, new Name("b"), null);
		assertThat(read(find(directory, "b"))).isEqualTo("content");
		assertThat(database.directory("own-updates").describeContent()).contains(
				"stored anew with each change of its row, renames among them, because the entity has an @SQLUpdate");
		assertThat(shelf(database, "bytes", "described").describeContent()).doesNotContain("stored anew");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void contentThatIsEmbeddedWithTheNameIsWrittenWithItAndTheLogSaysSo(RunningShapes database) {
		Directory directory = database.empty("cards");
		RegularFile created = create(directory, "a", "content");
		Statements statements = statements(database);
		statements.clear();
		directory.rename(created, new Name("b"), null);
		assertThat(updates(statements)).hasSize(1).allMatch((update) -> update.contains(COLUMN));
		assertThat(database.directory("cards").describeContent())
			.contains("stored anew with each change of 'card', which it is embedded in");
	}

	private static Directory shelf(RunningShapes database, String path, String name) {
		Directory directory = database.directory(path);
		return (directory.find(new Name(name)) instanceof Directory found) ? found
				: directory.createDirectory(new Name(name), Ownership.NONE);
	}

	private static Statements statements(RunningShapes database) {
		return database.application().getBean(Statements.class);
	}

	private static List<String> updates(Statements statements) {
		return statements.all().stream().filter((statement) -> statement.startsWith("update")).toList();
	}

	private static String position(RunningShapes database) {
		return Objects
			.requireNonNull(database.jdbc().queryForObject("select pg_current_wal_insert_lsn()::text", String.class));
	}

	/** Text that is not compressed to nothing. */
	private static String large() {
		StringBuilder text = new StringBuilder(LARGE);
		new Random(1).ints(LARGE, ' ', '~').forEach((letter) -> text.append((char) letter));
		return text.toString();
	}

	private static void asApplication(RunningShapes database, Consumer<EntityManager> work) {
		EntityManager entityManager = SharedEntityManagerCreator
			.createSharedEntityManager(database.application().getBean(jakarta.persistence.EntityManagerFactory.class));
		new TransactionTemplate(database.application().getBean(PlatformTransactionManager.class))
			.executeWithoutResult((status) -> work.accept(entityManager));
	}

	/** Started with the first test, for all of the class. */
	private static final class Running {

		static final List<RunningShapes> DATABASES = RunningShapes.start("unchanged", SheetsApplication.class);

	}

}
