package io.fusemount.data.jpa;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.fusemount.conformance.blob.PatternContent;
import io.fusemount.conformance.blob.PatternPatch;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.pieces.Clip;
import io.fusemount.data.jpa.pieces.ClipRepository;
import io.fusemount.data.jpa.pieces.PieceApplication;
import io.fusemount.data.jpa.support.Statements;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static io.fusemount.data.jpa.AbstractDirectoryTests.create;
import static io.fusemount.data.jpa.AbstractDirectoryTests.find;
import static io.fusemount.data.jpa.AbstractDirectoryTests.list;
import static io.fusemount.data.jpa.AbstractDirectoryTests.read;
import static io.fusemount.data.jpa.AbstractDirectoryTests.source;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Files whose content is in pieces: what they cost, and what the application sees.
 */
class PieceContentTests {

	private static final int PIECE = Clip.PIECE_BYTES;

	private static final int PIECES = 100;

	/** Many pieces, of which the last one is not full. */
	private static final int SIZE = PIECES * PIECE - 1000;

	private static final PatternContent OLD = new PatternContent(1, SIZE);

	private static List<RunningShapes> databases;

	@BeforeAll
	static void start() {
		databases = RunningShapes.start("pieces", PieceApplication.class);
	}

	@AfterAll
	static void stop() {
		databases.forEach((database) -> database.application().close());
	}

	static Stream<RunningShapes> databases() {
		return databases.stream();
	}

	private static RegularFile clip(RunningShapes database) {
		return database.empty("clips").create(new Name("a"), new FileChanges(OLD, null));
	}

	private static PatternPatch patch(long size, long kept, ByteRange... ranges) {
		return new PatternPatch(OLD, new PatternContent(2, size), kept, List.of(ranges));
	}

	private static ByteRange range(long start, long end) {
		return new ByteRange(start, end);
	}

	private static List<String> statements(RunningShapes database, Runnable work) {
		Statements statements = database.application().getBean(Statements.class);
		statements.clear();
		work.run();
		return statements.all();
	}

	/** Returns the statements of a patch, which is checked. */
	private static List<String> statements(RunningShapes database, PatternPatch patch) {
		RegularFile file = clip(database);
		List<String> statements = statements(database, () -> file.update(new FileChanges(patch, null)));
		byte[] content = new byte[(int) patch.size()];
		for (int i = 0; i < content.length; i++) {
			content[i] = patch.at(i);
		}
		assertThat(bytes(find(database.directory("clips"), "a"))).isEqualTo(content);
		assertThat(pieces(database, "a").values().stream().map((piece) -> piece.length))
			.containsExactlyElementsOf(lengths(patch.size()));
		assertThat(content(pieces(database, "a"))).isEqualTo(content);
		return statements;
	}

	private static List<Integer> lengths(long size) {
		int pieces = (int) ((size + PIECE - 1) / PIECE);
		return Stream.iterate(0, (number) -> number + 1)
			.limit(pieces)
			.map((number) -> (int) Math.min(PIECE, size - (long) number * PIECE))
			.toList();
	}

	private static byte[] bytes(RegularFile file) {
		ByteBuffer content = ByteBuffer.allocate((int) file.attributes().size());
		file.content().readAll(content::put);
		assertThat(content.hasRemaining()).isFalse();
		return content.array();
	}

	/** Returns the pieces as the application has them. */
	private static Map<Integer, byte[]> pieces(RunningShapes database, String name) {
		Map<Integer, byte[]> pieces = new TreeMap<>();
		change(database, name, (clip) -> pieces.putAll(clip.getContent()));
		return pieces;
	}

	private static byte[] content(Map<Integer, byte[]> pieces) {
		ByteBuffer content = ByteBuffer.allocate(pieces.values().stream().mapToInt((piece) -> piece.length).sum());
		pieces.values().forEach(content::put);
		return content.array();
	}

	/** Changes a clip as the application does. */
	private static void change(RunningShapes database, String name, Consumer<Clip> change) {
		inTransaction(database, () -> change.accept(clips(database).findByName(name).orElseThrow()));
	}

	private static void inTransaction(RunningShapes database, Runnable work) {
		new TransactionTemplate(database.application().getBean(PlatformTransactionManager.class))
			.executeWithoutResult((status) -> work.run());
	}

	private static ClipRepository clips(RunningShapes database) {
		return database.application().getBean(ClipRepository.class);
	}

	private static ErrnoException failure(Runnable work) {
		return catchThrowableOfType(ErrnoException.class, work::run);
	}

	@ParameterizedTest
	@MethodSource("databases")
	@Semantics("On content in pieces, a commit writes the pieces that were changed and nothing else.")
	void aChangeWritesThePiecesThatItAffects(RunningShapes database) {
		// The row is locked, a piece changed, the row updated.
		assertThat(statements(database, patch(SIZE, SIZE, range(7 * PIECE, 8 * PIECE)))).hasSize(3);
		assertThat(statements(database, patch(SIZE, SIZE, range(7 * PIECE + 10, 7 * PIECE + 20)))).hasSize(3);
		// Of a second piece
		assertThat(statements(database, patch(SIZE, SIZE, range(8 * PIECE - 10, 8 * PIECE + 10)))).hasSize(4);
		// Eight changes of one piece together
		assertThat(statements(database, patch(SIZE, SIZE, ranges(8)))).hasSize(3);
		assertThat(statements(database, patch(SIZE, SIZE, ranges(20)))).hasSize(5);
	}

	private static ByteRange[] ranges(int count) {
		return Stream.iterate(PIECE + 100L, (start) -> start + 50)
			.limit(count)
			.map((start) -> range(start, start + 10))
			.toArray(ByteRange[]::new);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void appendingWritesTheLastPieceAndNewOnes(RunningShapes database) {
		// The row is locked, the last piece extended, the row updated.
		assertThat(statements(database, patch(SIZE + 500, SIZE, range(SIZE, SIZE + 500)))).hasSize(3);
		assertThat(statements(database, patch(SIZE + 1000, SIZE, range(SIZE, SIZE + 1000)))).hasSize(3);
		// New pieces are inserted by one statement.
		int size = SIZE + 1000 + 5 * PIECE;
		assertThat(statements(database, patch(size, SIZE, range(SIZE, size)))).hasSize(4);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void truncatingRemovesPiecesAndShortensOne(RunningShapes database) {
		// The row is locked, the pieces to remove are selected and removed, one is
		// shortened, the row updated.
		assertThat(statements(database, patch(10 * PIECE + 1, 10 * PIECE + 1))).hasSize(5);
		assertThat(statements(database, patch(10 * PIECE, 10 * PIECE))).hasSize(4);
		assertThat(statements(database, patch(0, 0))).hasSize(4);
		assertThat(statements(database, patch(SIZE - 1, SIZE - 1))).hasSize(3);
		// And zeros follow.
		assertThat(statements(database, patch(12 * PIECE, 10 * PIECE + 1))).hasSize(6);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void readingARangeIsOneStatementThatReturnsTheRange(RunningShapes database) {
		RegularFile file = clip(database);
		for (long position : new long[] { 0, 1, PIECE - 1, 5 * PIECE, 17 * PIECE + 5, SIZE - 10, SIZE, SIZE + 5000 }) {
			for (int length : new int[] { 1, 10, PIECE, 3 * PIECE + 7 }) {
				ByteBuffer range = ByteBuffer.allocate(length);
				assertThat(statements(database, () -> file.content().read(position, range))).hasSize(1);
				assertThat(range.position()).isEqualTo(Math.max(0, Math.min(length, SIZE - position)));
				assertThat(OLD.matches(position, range)).isTrue();
			}
		}
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aListingReadsNoPiece(RunningShapes database) {
		clip(database);
		Directory directory = database.directory("clips");
		assertThat(statements(database, () -> list(directory))).isNotEmpty()
			.allMatch((statement) -> statement.contains("case when coalesce(") || !statement.contains("clip_content"));
		database.jdbc().update("update clip set size = 0");
		assertThat(Objects.requireNonNull(list(directory).get("a")).attributes().size()).isEqualTo(SIZE);
	}

	/** In another order, each range would scan the pieces of all files. */
	@ParameterizedTest
	@MethodSource("databases")
	void thePrimaryKeyThatHibernateCreatesBeginsWithTheFile(RunningShapes database) {
		String columns = switch (database.name()) {
			case "PostgreSQL" -> "select indexdef from pg_indexes where indexname = 'clip_content_pkey'";
			case "MariaDB" -> "select group_concat(column_name order by seq_in_index separator ', ') "
					+ "from information_schema.statistics where table_schema = database() "
					+ "and table_name = 'clip_content' and index_name = 'PRIMARY'";
			default -> "select lower(listagg(column_name, ', ') within group (order by ordinal_position)) "
					+ "from information_schema.index_columns where table_name = 'CLIP_CONTENT' "
					+ "and index_name like 'PRIMARY%'";
		};
		assertThat(database.jdbc().queryForObject(columns, String.class)).contains("clip_id, number");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aNewFileCostsOneStatementMoreThanItsRow(RunningShapes database) {
		Directory directory = database.empty("clips");
		create(directory, "first", "x");
		List<String> empty = statements(database, () -> create(directory, "empty", ""));
		List<String> small = statements(database, () -> create(directory, "small", "x"));
		List<String> large = statements(database,
				() -> directory.create(new Name("large"), new FileChanges(OLD, null)));
		assertThat(small).hasSize(empty.size() + 1);
		assertThat(large).hasSameSizeAs(small);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void contentIsReplacedPieceByPiece(RunningShapes database) {
		RegularFile file = clip(database);
		PatternContent content = new PatternContent(3, 5 * PIECE + 5);
		// The row is locked, pieces are selected, removed and inserted, the row is
		// updated.
		assertThat(statements(database, () -> file.update(new FileChanges(content, null)))).hasSize(5);
		assertThat(content(pieces(database, "a"))).isEqualTo(bytes(find(database.directory("clips"), "a")));
		assertThat(pieces(database, "a")).hasSize(6);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void renamesMovePiecesWithoutReadingThem(RunningShapes database) {
		RegularFile file = clip(database);
		Directory directory = database.directory("clips");
		assertThat(statements(database, () -> directory.rename(file, new Name("b"), null)))
			.noneMatch((statement) -> statement.contains("clip_content"));
		RegularFile replaced = find(directory, "b");
		RegularFile other = create(directory, "c", "other");
		// Both rows are found, one updated, the other locked; its pieces are selected
		// and removed, the others moved; Hibernate removes what the row has, and the row.
		assertThat(statements(database, () -> directory.rename(other, new Name("b"), replaced))).hasSize(8);
		assertThat(read(find(directory, "b"))).isEqualTo("other");
		assertThat(list(directory)).containsOnlyKeys("b");
		assertThat(database.count("select count(*) from clip_content")).isOne();
		create(directory, "d", "");
		directory.rename(find(directory, "d"), new Name("b"), find(directory, "b"));
		assertThat(database.count("select count(*) from clip_content")).isZero();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void deletingRemovesThePieces(RunningShapes database) {
		RegularFile file = clip(database);
		// The row is locked, the pieces are selected and removed; Hibernate removes what
		// the row has, and the row.
		assertThat(statements(database, () -> database.directory("clips").delete(file))).hasSize(5);
		assertThat(database.count("select count(*) from clip_content")).isZero();
		clip(database);
		clips(database).deleteAll();
		assertThat(database.count("select count(*) from clip_content")).isZero();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void rowsThatStayWhenTheyAreDeletedLoseTheirPieces(RunningShapes database) {
		RegularFile file = create(database.directory("notes"), "a", "x");
		assertThat(database.count("select count(*) from note_content")).isOne();
		database.directory("notes").delete(file);
		assertThat(database.count("select count(*) from note where gone")).isOne();
		assertThat(database.count("select count(*) from note_content")).isZero();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void filesShowWhatTheApplicationStores(RunningShapes database) {
		RegularFile before = clip(database);
		byte[] changed = { 1, 2, 3 };
		change(database, "a", (clip) -> clip.getContent().put(99, changed));
		RegularFile after = find(database.directory("clips"), "a");
		assertThat(after.isSameVersion(before)).isFalse();
		assertThat(failure(() -> before.content().read(0, ByteBuffer.allocate(10)))).extracting(ErrnoException::errno)
			.isEqualTo(Errno.ESTALE);
		assertThat(after.attributes().size()).isEqualTo(99 * PIECE + 3);
		ByteBuffer end = ByteBuffer.allocate(10);
		assertThat(after.content().read(99 * PIECE, end)).isEqualTo(3);
		assertThat(Arrays.copyOf(end.array(), 3)).isEqualTo(changed);
		change(database, "a", (clip) -> clip.setContent(new byte[3 * PIECE]));
		assertThat(bytes(find(database.directory("clips"), "a"))).isEqualTo(new byte[3 * PIECE]);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void theApplicationDoesNotOverwriteWhatItHasNotSeen(RunningShapes database) {
		RegularFile file = clip(database);
		Clip loaded = clips(database).findByName("a").orElseThrow();
		file.update(new FileChanges(patch(SIZE, SIZE, range(5, 10)), null));
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> inTransaction(database, () -> clips(database).save(loaded)));
		assertThat(failure(() -> file.update(new FileChanges(patch(SIZE, SIZE, range(5, 10)), null))))
			.extracting(ErrnoException::errno)
			.isEqualTo(Errno.ESTALE);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void piecesOfAnotherSizeAreRefusedInWords(RunningShapes database) {
		clip(database);
		byte[] content = new byte[10 * PIECE];
		for (int pieceSize : new int[] { PIECE / 2, PIECE - 1, 1000 }) {
			change(database, "a", (clip) -> clip.setContent(content, pieceSize));
			RegularFile file = find(database.directory("clips"), "a");
			for (long position : new long[] { 0, PIECE, 2 * PIECE + 5, 9 * PIECE }) {
				assertThat(failure(() -> file.content().read(position, ByteBuffer.allocate(100))))
					.hasMessageContaining("The pieces of this Clip are not what FuseMount writes: piece")
					.hasMessageContaining(" has " + pieceSize + " bytes")
					.extracting(ErrnoException::errno)
					.isEqualTo(Errno.EIO);
			}
			PatternPatch patch = new PatternPatch(new PatternContent(1, 10 * PIECE), new PatternContent(2, 10 * PIECE),
					10 * PIECE, List.of(range(5, 10)));
			assertThat(failure(() -> file.update(new FileChanges(patch, null)))).extracting(ErrnoException::errno)
				.isEqualTo(Errno.EIO);
		}
		// A single piece has no other.
		change(database, "a", (clip) -> clip.setContent(new byte[10], 5000));
		assertThat(bytes(find(database.directory("clips"), "a"))).hasSize(10);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void missingPiecesAreDamageAndNotHoles(RunningShapes database) {
		Directory directory = database.directory("clips");
		for (int missing : new int[] { 0, 1, 50, 98 }) {
			clip(database);
			change(database, "a", (clip) -> clip.getContent().remove(missing));
			RegularFile file = find(directory, "a");
			assertThat(failure(() -> bytes(file))).hasMessageContaining("piece " + missing + " is missing")
				.extracting(ErrnoException::errno)
				.isEqualTo(Errno.EIO);
			assertThat(failure(() -> read(file, missing * PIECE, 10))).isNotNull();
		}
		clip(database);
		Map<Integer, byte[]> moved = new HashMap<>();
		change(database, "a", (clip) -> {
			clip.getContent().forEach((number, piece) -> moved.put(number + 1, piece));
			clip.getContent().clear();
			clip.getContent().putAll(moved);
		});
		assertThat(failure(() -> read(find(directory, "a"), 0, 10))).hasMessageContaining("piece 0 is missing");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aFailureLeavesAllPiecesAsTheyWere(RunningShapes database) {
		RegularFile file = clip(database);
		PatternPatch patch = patch(SIZE + 50 * PIECE, 20 * PIECE + 5, range(5, 10), range(SIZE, SIZE + 50 * PIECE))
			.breaksAt(SIZE + 40 * PIECE);
		assertThatException().isThrownBy(() -> file.update(new FileChanges(patch, null)));
		ByteBuffer content = ByteBuffer.wrap(bytes(find(database.directory("clips"), "a")));
		content.position(content.limit());
		assertThat(OLD.matches(0, content)).isTrue();
		assertThat(database.count("select max(version) from clip")).isZero();
	}

	/** InnoDB locks gaps between rows, too. */
	@ParameterizedTest
	@MethodSource("databases")
	void writersOfDifferentFilesDoNotWaitForEachOther(RunningShapes database) {
		Statements statements = database.application().getBean(Statements.class);
		for (String before : List.of("", "x")) {
			Directory directory = database.empty("clips");
			RegularFile first = create(directory, "a", before);
			RegularFile second = create(directory, "b", before);
			Directory other = database.anotherNode().directory("clips");
			RegularFile there = find(other, "b");
			assertThat(there.isSameVersion(second)).isTrue();
			statements.before((sql) -> sql.startsWith("insert into clip_content"),
					() -> CompletableFuture.runAsync(() -> there.update(new FileChanges(OLD, null)))
						.orTimeout(30, TimeUnit.SECONDS)
						.join());
			first.update(new FileChanges(OLD, null));
			assertThat(find(directory, "a").attributes().size()).isEqualTo(SIZE);
			assertThat(find(directory, "b").attributes().size()).isEqualTo(SIZE);
		}
	}

	@ParameterizedTest
	@MethodSource("databases")
	void rowsWithAnIdOfTwoColumnsAndWithoutTimesHaveNewVersions(RunningShapes database) {
		Directory directory = database.empty("recordings");
		RegularFile first = directory.create(new Name("a"), new FileChanges(new PatternContent(1, 5000), null));
		RegularFile patched = first.update(new FileChanges(new PatternPatch(new PatternContent(1, 5000),
				new PatternContent(2, 5000), 5000, List.of(range(2000, 2010))), null));
		assertThat(patched.isSameVersion(first)).isFalse();
		RegularFile rewritten = patched.update(new FileChanges(new PatternContent(3, 5000), null));
		assertThat(rewritten.isSameVersion(patched)).isFalse();
		RegularFile other = directory.create(new Name("b"), new FileChanges(new PatternContent(4, 5000), null));
		RegularFile replaced = directory.rename(other, new Name("a"), rewritten);
		assertThat(replaced.isSameVersion(rewritten)).isFalse();
		assertThat(find(directory, "a").isSameVersion(replaced)).isTrue();
		ByteBuffer content = ByteBuffer.allocate(5000);
		assertThat(find(directory, "a").content().read(0, content)).isEqualTo(5000);
		assertThat(new PatternContent(4, 5000).matches(0, content)).isTrue();
		directory.delete(replaced);
		assertThat(database.count("select count(*) from recording_piece")).isZero();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void theDirectorySaysHowContentIsStored(RunningShapes database) {
		assertThat(database.directory("clips").describeContent()).isEqualTo("pieces of 4096 bytes in the table "
				+ "clip_content, changed ranges written in place, new content as a stream");
		assertThat(create(database.empty("clips"), "a", "x").isPatchable()).isTrue();
		RegularFile file = find(database.directory("clips"), "a").update(new FileChanges(source("changed"), null));
		assertThat(read(file)).isEqualTo("changed");
	}

}
