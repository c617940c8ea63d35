package io.fusemount.data.jpa;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.fusemount.conformance.blob.PatternContent;
import io.fusemount.conformance.blob.PatternPatch;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.shapes.CompositeIds;
import io.fusemount.data.jpa.support.Statements;
import jakarta.persistence.EntityManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static io.fusemount.data.jpa.AbstractDirectoryTests.create;
import static io.fusemount.data.jpa.AbstractDirectoryTests.find;
import static io.fusemount.data.jpa.AbstractDirectoryTests.list;
import static io.fusemount.data.jpa.AbstractDirectoryTests.read;
import static io.fusemount.data.jpa.AbstractDirectoryTests.source;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Files whose rows have ids of several columns.
 */
class CompositeIdsTests {

	private static final int MIB = 1 << 20;

	private static List<RunningShapes> databases;

	@BeforeAll
	static void start() {
		databases = RunningShapes.start("composite");
	}

	@AfterAll
	static void stop() {
		databases.forEach((database) -> database.application().close());
	}

	static Stream<Arguments> all() {
		return RunningShapes.cases(databases, CompositeIds.directories());
	}

	@ParameterizedTest
	@MethodSource("all")
	void rowIsAFile(RunningShapes database, String path) {
		Directory directory = database.empty(path);
		RegularFile created = create(directory, "a.txt", "content");
		RegularFile found = find(directory, "a.txt");
		assertThat(found.key()).isEqualTo(created.key());
		assertThat(found.isSameVersion(created)).isTrue();
		assertThat(read(found)).isEqualTo("content");
		assertThat(read(found, 3, 2)).isEqualTo("te");
		RegularFile updated = found.update(new FileChanges(source("changed content"), null));
		assertThat(read(updated)).isEqualTo("changed content");
		RegularFile renamed = directory.rename(find(directory, "a.txt"), new Name("b.txt"), null);
		assertThat(renamed.key()).isEqualTo(created.key());
		RegularFile other = create(directory, "c.txt", "other");
		assertThat(other.key()).isNotEqualTo(created.key());
		RegularFile replaced = directory.rename(other, new Name("b.txt"), renamed);
		assertThat(replaced.key()).isEqualTo(created.key());
		assertThat(read(find(directory, "b.txt"))).isEqualTo("other");
		assertThat(list(directory)).containsOnlyKeys("b.txt");
		directory.delete(find(directory, "b.txt"));
		assertThat(list(directory)).isEmpty();
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> read(replaced))
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.ESTALE));
	}

	@ParameterizedTest
	@MethodSource("all")
	void largeContentIsReadInPiecesPatchedAndMoved(RunningShapes database, String path) {
		Directory directory = database.empty(path);
		PatternContent content = new PatternContent(1, 3 * MIB + 7);
		RegularFile file = directory.create(new Name("a"), new FileChanges(content, null));
		requireContent(file, content);
		PatternPatch patch = new PatternPatch(content, new PatternContent(2, 4 * MIB), 3 * MIB,
				List.of(new ByteRange(5, 10), new ByteRange(3 * MIB, 4 * MIB)));
		if (file.isPatchable()) {
			file = file.update(new FileChanges(patch, null));
			assertThat(file.attributes().size()).isEqualTo(4 * MIB);
			requireRange(file, new PatternContent(2, 4 * MIB), 5, 5);
			requireRange(file, content, 10, 1000);
			requireRange(file, new PatternContent(2, 4 * MIB), 3 * MIB, 1000);
		}
		PatternContent larger = new PatternContent(3, 2 * MIB);
		RegularFile other = directory.create(new Name("b"), new FileChanges(larger, null));
		RegularFile replaced = directory.rename(other, new Name("a"), file);
		assertThat(replaced.key()).isEqualTo(file.key());
		requireContent(find(directory, "a"), larger);
		directory.delete(find(directory, "a"));
		assertThat(list(directory)).isEmpty();
		if (database.name().equals("PostgreSQL")) {
			assertThat(database.count("select count(*) from pg_largeobject_metadata")).isEqualTo(database
				.count("select (select count(content) from page) + (select count(content) from attachment) + "
						+ "(select count(content) from receipt)"));
		}
	}

	private static void requireContent(RegularFile file, PatternContent content) {
		assertThat(file.measured().attributes().size()).isEqualTo(content.size());
		requireRange(file, content, MIB - 3, 10);
		long[] position = new long[1];
		file.content().readAll((piece) -> {
			assertThat(piece.remaining()).isLessThanOrEqualTo(Content.PIECE_BYTES);
			ByteBuffer bytes = ByteBuffer.allocate(piece.remaining()).put(piece);
			assertThat(content.matches(position[0], bytes)).isTrue();
			position[0] += bytes.position();
		});
		assertThat(position[0]).isEqualTo(content.size());
	}

	private static void requireRange(RegularFile file, PatternContent content, long position, int length) {
		ByteBuffer range = ByteBuffer.allocate(length);
		assertThat(file.content().read(position, range)).isEqualTo(length);
		assertThat(content.matches(position, range)).isTrue();
	}

	@ParameterizedTest
	@MethodSource("all")
	void pagesGoOnWithinTheRowsOfOneFirstColumn(RunningShapes database, String path) {
		Directory directory = database.empty(path);
		List<NodeKey> keys = new ArrayList<>();
		for (int i = 0; i < 4 * RunningShapes.PAGE_SIZE + 1; i++) {
			keys.add(create(directory, "file" + i, "x").key());
			assertThat(list(directory).values().stream().map(RegularFile::key))
				.containsExactlyInAnyOrderElementsOf(keys);
		}
	}

	@ParameterizedTest
	@MethodSource("all")
	void rowsOfOneNameCarryTheirIdsOnEveryPage(RunningShapes database, String path) {
		Directory directory = database.empty(path);
		Set<NodeKey> keys = new java.util.HashSet<>();
		List<String> names = List.of("n1", "n2", "n3", "n4", "n5", "n6", "n7");
		for (String name : names) {
			keys.add(create(directory, name, name).key());
		}
		String name = "photo " + path + ".jpg";
		database.jdbc().update("update " + path.substring(0, path.length() - 1) + " set name = ?", name);
		Map<String, RegularFile> files = list(directory);
		assertThat(files.values().stream().map(RegularFile::key)).containsExactlyInAnyOrderElementsOf(keys);
		assertThat(directory.find(new Name(name))).isNull();
		files.forEach((marked, file) -> {
			assertThat(marked).startsWith("photo " + path + "~").endsWith(".jpg");
			assertThat(find(directory, marked).key()).isEqualTo(file.key());
		});
		List<String> marked = List.copyOf(files.keySet());
		directory.delete(find(directory, marked.get(2)));
		assertThat(directory.find(new Name(marked.get(2)))).isNull();
		assertThat(list(directory))
			.containsOnlyKeys(marked.stream().filter((it) -> !it.equals(marked.get(2))).toArray(String[]::new));
	}

	static Stream<Arguments> assigned() {
		return Stream.concat(all(), databases.stream().map((database) -> Arguments.of(database, "tickets")));
	}

	@ParameterizedTest
	@MethodSource("assigned")
	void anIdThatIsTakenRefusesTheNewFileAndKeepsTheOtherOne(RunningShapes database, String path) {
		Directory directory = database.empty(path);
		create(directory, "same", "first");
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> create(directory, "same again", "second"))
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EEXIST));
		assertThat(list(directory)).containsOnlyKeys("same");
		assertThat(read(find(directory, "same"))).isEqualTo("first");
	}

	/** The other one comes after the look whether the id is free. */
	@ParameterizedTest
	@MethodSource("assigned")
	void anIdThatIsTakenMeanwhileRefusesTheNewFileAndKeepsTheOtherOne(RunningShapes database, String path) {
		Directory directory = database.empty(path);
		create(directory, "another", "x");
		Directory ofOtherNode = database.anotherNode().directory(path);
		Set<String> sent = ConcurrentHashMap.newKeySet();
		AtomicInteger others = new AtomicInteger();
		database.application()
			.getBean(Statements.class)
			.before((sql) -> sql.startsWith("insert") || sql.contains(" where ") && !sent.add(sql), () -> {
				others.incrementAndGet();
				CompletableFuture.runAsync(() -> create(ofOtherNode, "same", "first")).join();
			});
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> create(directory, "same again", "second"))
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EEXIST));
		assertThat(others).hasValue(1);
		assertThat(list(directory)).containsOnlyKeys("another", "same");
		assertThat(read(find(directory, "same"))).isEqualTo("first");
	}

	@ParameterizedTest
	@MethodSource("all")
	void newsAndAPositionAreOfTheRowThatIsListed(RunningShapes database, String path) {
		Directory directory = database.empty(path);
		List<NodeKey> news = new ArrayList<>();
		database.directories().changeFeed().subscribe((change) -> news.add(change.node()));
		RegularFile created = create(directory, "a", "x");
		removeAll(database, created.key().space());
		assertThat(news).containsExactly(created.key());
		created = create(directory, "a", "x");
		assertThat(find(directory, "a").key().inode()).isEqualTo(created.key().inode());
		assertThat(created.key().id()).contains(",");
	}

	/** As the application does. */
	private static void removeAll(RunningShapes database, String entity) {
		EntityManagerFactory factory = database.application().getBean(EntityManagerFactory.class);
		factory.runInTransaction((entityManager) -> entityManager.createQuery("from " + entity, Object.class)
			.getResultList()
			.forEach(entityManager::remove));
	}

	@ParameterizedTest
	@MethodSource("all")
	void lookingUpAndListingTakeNoMoreStatementsThanWithOneColumn(RunningShapes database, String path) {
		Directory directory = database.empty(path);
		create(directory, "a", "x");
		Statements statements = database.application().getBean(Statements.class);
		statements.clear();
		RegularFile found = find(directory, "a");
		assertThat(statements.all()).hasSize(1);
		read(found, 0, 1);
		assertThat(statements.all()).hasSize(2);
		list(directory);
		assertThat(statements.all()).hasSize(4).allMatch((statement) -> !statement.contains("join"));
	}

}
