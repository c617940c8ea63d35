package io.fusemount.data.jpa;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import io.fusemount.conformance.blob.PatternContent;
import io.fusemount.conformance.blob.PatternPatch;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.blob.EntityContent;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.mapping.FileMapping;
import io.fusemount.data.jpa.mapping.FileMappings;
import io.fusemount.data.jpa.shapes.Associations;
import io.fusemount.data.jpa.support.Statements;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.OptimisticLockException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static io.fusemount.data.jpa.AbstractDirectoryTests.create;
import static io.fusemount.data.jpa.AbstractDirectoryTests.find;
import static io.fusemount.data.jpa.AbstractDirectoryTests.list;
import static io.fusemount.data.jpa.AbstractDirectoryTests.read;
import static io.fusemount.data.jpa.AbstractDirectoryTests.source;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Files whose content is in an entity of its own.
 */
class AssociatedContentTests {

	private static List<RunningShapes> databases;

	@BeforeAll
	static void start() {
		databases = RunningShapes.start("associated");
	}

	@AfterAll
	static void stop() {
		databases.forEach((database) -> database.application().close());
	}

	static Stream<Arguments> all() {
		return RunningShapes.cases(databases, Associations.directories());
	}

	static Stream<RunningShapes> databases() {
		return databases.stream();
	}

	private static String table(String path) {
		return path.substring(0, path.length() - 1);
	}

	/**
	 * Each file has a row of content, and each of those the large object that is there.
	 */
	private static void requireNothingLeft(RunningShapes database, String path) {
		long files = database.count("select count(*) from " + table(path));
		assertThat(database.count("select count(*) from " + table(path) + "_content")).isEqualTo(files);
		if (database.name().equals("PostgreSQL")) {
			assertThat(database.count("select count(*) from pg_largeobject_metadata")).isEqualTo(database
				.count("select (select count(data) from scan_content) + (select count(data) from tape_content)"));
		}
	}

	@ParameterizedTest
	@MethodSource("all")
	void rowIsAFile(RunningShapes database, String path) {
		Directory directory = database.empty(path);
		RegularFile created = create(directory, "a.txt", "content");
		RegularFile found = find(directory, "a.txt");
		assertThat(found.isSameVersion(created)).isTrue();
		assertThat(found.attributes().size()).isEqualTo(7);
		assertThat(read(found)).isEqualTo("content");
		assertThat(read(found, 3, 2)).isEqualTo("te");
		RegularFile updated = found.update(new FileChanges(source("changed content"), null));
		assertThat(read(updated)).isEqualTo("changed content");
		assertThat(read(find(directory, "a.txt"))).isEqualTo("changed content");
		requireNothingLeft(database, path);
		RegularFile renamed = directory.rename(find(directory, "a.txt"), new Name("b.txt"), null);
		assertThat(renamed.key()).isEqualTo(created.key());
		assertThat(read(renamed)).isEqualTo("changed content");
		database.jdbc().update("update " + table(path) + "_content set type = 'text'");
		RegularFile replaced = directory.rename(create(directory, "c.txt", "other"), new Name("b.txt"), renamed);
		assertThat(replaced.key()).isEqualTo(created.key());
		assertThat(read(find(directory, "b.txt"))).isEqualTo("other");
		assertThat(list(directory)).containsOnlyKeys("b.txt");
		assertThat(database.jdbc().queryForObject("select type from " + table(path) + "_content", String.class))
			.isEqualTo("text");
		requireNothingLeft(database, path);
		directory.delete(find(directory, "b.txt"));
		assertThat(list(directory)).isEmpty();
		requireNothingLeft(database, path);
	}

	@ParameterizedTest
	@MethodSource("all")
	void aRowWithoutContentIsAnEmptyFile(RunningShapes database, String path) {
		Directory directory = database.empty(path);
		create(directory, "a", "x");
		create(directory, "b", "other");
		if (path.equals("scans")) {
			database.jdbc().update("update scan set content_id = null where name = 'a'");
		}
		if (database.name().equals("PostgreSQL") && !path.equals("papers")) {
			database.jdbc()
				.queryForList("select lo_unlink(data) from " + table(path) + "_content where "
						+ (path.equals("scans") ? "id not in (select content_id from scan where content_id is not null)"
								: "tape_id in (select id from tape where name = 'a')"));
		}
		String id = path.equals("papers") ? "paper_id" : "tape_id";
		database.jdbc()
			.update(path.equals("scans")
					? "delete from scan_content where id not in (select content_id from scan where content_id is not null)"
					: "delete from " + table(path) + "_content where " + id + " in (select id from " + table(path)
							+ " where name = 'a')");
		database.jdbc().update("update " + table(path) + " set size = 0 where name = 'a'");
		assertThat(list(directory)).containsOnlyKeys("a", "b");
		RegularFile empty = find(directory, "a");
		assertThat(read(empty)).isEmpty();
		assertThat(empty.measured().attributes().size()).isZero();
		empty.content().readAll((piece) -> assertThat(piece.hasRemaining()).isFalse());
		RegularFile other = directory.rename(empty, new Name("b"), find(directory, "b"));
		assertThat(read(other)).isEmpty();
		RegularFile filled = find(directory, "b").update(new FileChanges(source("filled"), null));
		assertThat(read(filled)).isEqualTo("filled");
		assertThat(read(find(directory, "b"))).isEqualTo("filled");
		requireNothingLeft(database, path);
	}

	@ParameterizedTest
	@MethodSource("all")
	void contentIsReplacedWhereThereWasNone(RunningShapes database, String path) {
		Directory directory = database.empty(path);
		create(directory, "a", "x");
		if (path.equals("scans") && !database.name().equals("PostgreSQL")) {
			database.jdbc().update("update scan set content_id = null");
			database.jdbc().update("delete from scan_content");
			RegularFile filled = find(directory, "a").update(new FileChanges(source("filled"), null));
			assertThat(read(filled)).isEqualTo("filled");
		}
		RegularFile replaced = directory.rename(create(directory, "b", "new"), new Name("a"), find(directory, "a"));
		assertThat(read(replaced)).isEqualTo("new");
		requireNothingLeft(database, path);
	}

	@ParameterizedTest
	@MethodSource("all")
	void newContentOfTheSameSizeIsANewVersion(RunningShapes database, String path) {
		Directory directory = database.empty(path);
		RegularFile created = create(directory, "a", "old");
		RegularFile updated = created.update(new FileChanges(source("new"), null));
		assertThat(read(find(directory, "a"))).isEqualTo("new");
		if (!path.equals("tapes")) {
			assertThat(updated.isSameVersion(created)).isFalse();
			assertThat(find(directory, "a").isSameVersion(updated)).isTrue();
			RegularFile replaced = directory.rename(create(directory, "b", "abc"), new Name("a"), updated);
			assertThat(replaced.isSameVersion(updated)).isFalse();
		}
	}

	@ParameterizedTest
	@MethodSource("all")
	void largeContentIsReadByRangesAndInPieces(RunningShapes database, String path) {
		Directory directory = database.empty(path);
		String text = "0123456789abcdef".repeat(150_000);
		RegularFile file = create(directory, "a", text);
		assertThat(read(file, 2_000_000, 20)).isEqualTo(text.substring(0, 20));
		requireAll(file, text);
		RegularFile replaced = directory.rename(create(directory, "b", text + text), new Name("a"), file);
		requireAll(replaced, text + text);
		requireNothingLeft(database, path);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void changedRangesAreWrittenWhereTheyAre(RunningShapes database) {
		Directory directory = database.empty("scans");
		PatternContent old = new PatternContent(1, 100_000);
		PatternContent changed = new PatternContent(2, 120_000);
		RegularFile file = directory.create(new Name("a"), new FileChanges(old, null));
		assertThat(file.isPatchable()).isEqualTo(database.name().equals("PostgreSQL"));
		if (file.isPatchable()) {
			String oid = database.jdbc().queryForObject("select data from scan_content", String.class);
			Statements statements = database.application().getBean(Statements.class);
			statements.clear();
			RegularFile patched = file.update(new FileChanges(new PatternPatch(old, changed, 100_000,
					List.of(new ByteRange(5, 10), new ByteRange(100_000, 120_000))), null));
			assertThat(statements.all()).anyMatch((statement) -> statement.contains(" for no key update"));
			assertThat(patched.isSameVersion(file)).isFalse();
			assertThat(patched.attributes().size()).isEqualTo(120_000);
			requireRange(patched, changed, 5, 5);
			requireRange(patched, old, 10, 1000);
			requireRange(find(directory, "a"), changed, 100_000, 20_000);
			assertThat(database.jdbc().queryForObject("select data from scan_content", String.class)).isEqualTo(oid);
		}
	}

	@ParameterizedTest
	@MethodSource("databases")
	void whoSavesTheOldEntityOfTheContentHasAConflict(RunningShapes database) {
		Directory directory = database.empty("scans");
		PatternContent old = new PatternContent(1, 1000);
		RegularFile file = directory.create(new Name("a"), new FileChanges(old, null));
		EntityManager entityManager = SharedEntityManagerCreator
			.createSharedEntityManager(database.application().getBean(EntityManagerFactory.class));
		Object loaded = entityManager.createQuery("from ScanContent").getSingleResult();
		PatternContent changed = new PatternContent(2, 1000);
		RegularFile updated = file.update(new FileChanges(
				file.isPatchable() ? new PatternPatch(old, changed, 1000, List.of(new ByteRange(5, 10))) : changed,
				null));
		TransactionTemplate transaction = new TransactionTemplate(
				database.application().getBean(PlatformTransactionManager.class));
		assertThatExceptionOfType(OptimisticLockException.class)
			.isThrownBy(() -> transaction.executeWithoutResult((status) -> entityManager.merge(loaded)));
		requireRange(updated, changed, 5, 5);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void noUpdateIsAdvisedForContentInOtherRowsOfTheTable(RunningShapes database) {
		FileMapping leaves = StreamSupport
			.stream(FileMappings.detect(database.application().getBeanFactory(), DetectionStrategy.ANNOTATED, false)
				.spliterator(), false)
			.filter((mapping) -> mapping.path().equals("leaves"))
			.findFirst()
			.orElseThrow();
		assertThat(new EntityContent(leaves.entity(), 1 << 20).adviseOnSizes())
			.isEqualTo("The next commit of a file mends its size.");
	}

	private static void requireRange(RegularFile file, PatternContent content, long position, int length) {
		ByteBuffer range = ByteBuffer.allocate(length);
		assertThat(file.content().read(position, range)).isEqualTo(length);
		assertThat(content.matches(position, range)).isTrue();
	}

	private static void requireAll(RegularFile file, String text) {
		assertThat(file.measured().attributes().size()).isEqualTo(text.length());
		StringBuilder found = new StringBuilder();
		file.content().readAll((piece) -> found.append(StandardCharsets.US_ASCII.decode(piece)));
		assertThat(found.toString().equals(text)).isTrue();
		ByteBuffer range = ByteBuffer.allocate(10);
		assertThat(file.content().read(16, range)).isEqualTo(10);
		assertThat(new String(range.array(), StandardCharsets.US_ASCII)).isEqualTo(text.substring(16, 26));
	}

	@ParameterizedTest
	@MethodSource("all")
	void sizesThatAreNotNotedAreMeasured(RunningShapes database, String path) {
		Directory directory = database.empty(path);
		create(directory, "a", "content");
		create(directory, "b", "");
		database.jdbc().update("update " + table(path) + " set size = 0");
		assertThat(Objects.requireNonNull(list(directory).get("a")).attributes().size()).isEqualTo(7);
		assertThat(find(directory, "a").attributes().size()).isEqualTo(7);
		assertThat(find(directory, "b").measured().attributes().size()).isZero();
	}

	@ParameterizedTest
	@MethodSource("all")
	void lookingUpAndListingTakeNoMoreStatementsThanWithContentOfTheEntity(RunningShapes database, String path) {
		Directory directory = database.empty(path);
		create(directory, "a", "x");
		Statements statements = database.application().getBean(Statements.class);
		statements.clear();
		RegularFile found = find(directory, "a");
		assertThat(statements.all()).hasSize(1);
		read(found, 0, 1);
		assertThat(statements.all()).hasSize(2);
		list(directory);
		assertThat(statements.all()).hasSize(4);
	}

	@ParameterizedTest
	@MethodSource("all")
	void aRenameLeavesTheContentAlone(RunningShapes database, String path) {
		Directory directory = database.empty(path);
		RegularFile file = create(directory, "a", "x");
		Statements statements = database.application().getBean(Statements.class);
		statements.clear();
		directory.rename(file, new Name("b"), null);
		assertThat(statements.all())
			.noneMatch((statement) -> statement.startsWith("update " + table(path) + "_content"));
		assertThat(read(find(directory, "b"))).isEqualTo("x");
		requireNothingLeft(database, path);
	}

}
