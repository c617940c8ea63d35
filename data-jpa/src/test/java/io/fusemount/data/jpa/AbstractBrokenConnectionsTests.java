package io.fusemount.data.jpa;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.fusemount.conformance.blob.PatternContent;
import io.fusemount.conformance.blob.PatternPatch;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * The server ends every connection of the pool, as it does when it is started again,
 * right after they have been used: the pool takes them for good.
 */
@Timeout(120)
@TestInstance(Lifecycle.PER_CLASS)
abstract class AbstractBrokenConnectionsTests extends AbstractDirectoryTests {

	private static final int POOL_SIZE = 8;

	private static final Duration BELIEVED = Duration.ofMillis(350);

	private String url;

	private RunningDirectories running;

	/** Returns the URL of a new database. */
	abstract String databaseUrl();

	/** Returns the query for the numbers of the server's other connections. */
	abstract String connections();

	/** Returns the statement that ends a connection. */
	abstract String end(long connection);

	@BeforeAll
	void start() {
		this.url = databaseUrl();
		// Where content is held in memory, it is more than one piece.
		this.running = new RunningDirectories(this.url, 8 << 20);
	}

	@AfterAll
	void stop() {
		this.running.close();
	}

	@BeforeEach
	void empty() {
		this.application.getBean(HikariDataSource.class).getHikariPoolMXBean().softEvictConnections();
		this.running.empty();
	}

	@Override
	RunningDirectories running() {
		return this.running;
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents" })
	@Semantics("Reads, and changes that have not begun, get another connection if theirs has broken: programs do not "
			+ "notice.")
	void noOperationFailsBecauseItsConnectionHasBroken(String path) {
		Directory directory = directory(path);
		create(directory, "a", "old");
		assertThat(afterBreak(() -> read(find(directory, "a")))).isEqualTo("old");
		RegularFile file = find(directory, "a");
		assertThat(afterBreak(() -> read(file))).isEqualTo("old");
		assertThat(afterBreak(() -> readAll(file))).isEqualTo("old");
		assertThat(afterBreak(() -> list(directory))).containsOnlyKeys("a");
		RegularFile updated = afterBreak(() -> file.update(new FileChanges(source("newer"), null)));
		assertThat(read(updated)).isEqualTo("newer");
		// Not each of them asks the database for something before its content is sent.
		for (String name : List.of("d", "e")) {
			directory.delete(afterBreak(() -> create(directory, name, "content")));
		}
		RegularFile other = afterBreak(() -> create(directory, "b", "other content"));
		assertThat(read(other)).isEqualTo("other content");
		RegularFile renamed = afterBreak(() -> directory.rename(other, new Name("c"), null));
		assertThat(list(directory)).containsOnlyKeys("a", "c");
		RegularFile replaced = afterBreak(() -> directory.rename(renamed, new Name("a"), updated));
		assertThat(read(find(directory, "a"))).isEqualTo("other content");
		afterBreak(() -> {
			directory.delete(replaced);
			return "";
		});
		assertThat(list(directory)).isEmpty();
	}

	@Test
	void filesWithHolesAreCreatedByAnotherConnection() {
		Directory directory = directory("archive/invoices");
		long size = 4L << 20;
		for (String name : List.of("a", "b", "c")) {
			PatternPatch sparse = new PatternPatch(new PatternContent(1, 0), new PatternContent(2, size), 0,
					List.of(new ByteRange(10, 20)));
			RegularFile created = afterBreak(() -> directory.create(new Name(name), new FileChanges(sparse, null)));
			assertThat(created.attributes().size()).isEqualTo(size);
			ByteBuffer found = ByteBuffer.allocate(1);
			assertThat(created.content().read(15, found)).isOne();
			assertThat(found.get(0)).isEqualTo(new PatternContent(2, size).at(15));
			directory.delete(created);
		}
	}

	@Test
	void filesAreReadTogetherByAnotherConnection() {
		Directory directory = directory("archive/invoices");
		create(directory, "a", "one");
		create(directory, "b", "two");
		List<RegularFile> files = directory.list(null)
			.entries()
			.stream()
			.map(DirectoryEntry::node)
			.map(RegularFile.class::cast)
			.toList();
		assertThat(afterBreak(() -> directory.readTogether(files, 1000)))
			.extracting((small) -> StandardCharsets.UTF_8.decode(small.content()).toString())
			.containsExactlyInAnyOrder("one", "two");
	}

	@Test
	void readsGoOnFromTheBeginningIfTheirConnectionBreaksInTheMiddle() {
		Directory directory = directory("archive/invoices");
		byte[] content = new byte[3 << 20];
		for (int i = 0; i < content.length; i++) {
			content[i] = (byte) (i * 31 + i / 4096);
		}
		RegularFile file = directory.create(new Name("a"), new FileChanges(source(content), null));
		ByteBuffer target = ByteBuffer.allocate(content.length);
		this.statements.clear();
		int[] pieces = new int[1];
		this.statements.before((sql) -> sql.matches(".*(lo_get|substring)\\(.*") && pieces[0]++ == 2,
				this::breakConnections);
		assertThat(file.content().read(0, target)).isEqualTo(content.length);
		assertThat(this.statements.fetches()).isGreaterThan(3);
		assertThat(target.array()).isEqualTo(content);
	}

	/** What the application has done for it meanwhile may count. */
	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents" })
	@Semantics("A change whose connection breaks after its first statement is not repeated: it ends with EIO.")
	void aChangeThatHasBegunFails(String path) {
		Directory directory = directory(path);
		RegularFile file = create(directory, "a", "content");
		this.statements.clear();
		this.statements.before((sql) -> sql.startsWith("update"), this::breakConnections);
		assertThat(errno(() -> directory.rename(file, new Name("b"), null))).isEqualTo(Errno.EIO);
		assertThat(this.statements.all()).as("statements").filteredOn((sql) -> sql.startsWith("update")).hasSize(1);
		assertThat(list(directory)).containsOnlyKeys("a");
	}

	@Test
	void anotherConnectionThatBreaksIsNoReasonToDoAChangeAgain() {
		Directory directory = directory("documents");
		RegularFile file = create(directory, "a", "content");
		this.statements.clear();
		this.statements.before((sql) -> true, () -> {
			throw new IllegalStateException(new SQLException("Of somewhere else", "08006"));
		});
		assertThat(errno(() -> directory.rename(file, new Name("b"), null))).isEqualTo(Errno.EIO);
		assertThat(this.statements.all()).isEmpty();
		assertThat(list(directory)).containsOnlyKeys("a");
	}

	@Test
	void workWithinATransactionOfTheApplicationIsNotDoneAgain() {
		Directory directory = directory("archive/invoices");
		create(directory, "a", "content");
		List<Errno> answers = new ArrayList<>();
		assertThatException().isThrownBy(() -> inTransaction(() -> {
			this.statements.before((sql) -> true, this::breakConnections);
			answers.add(errno(() -> find(directory, "a")));
		}));
		assertThat(answers).containsExactly(Errno.EIO);
		assertThat(read(find(directory, "a"))).isEqualTo("content");
	}

	private static String readAll(RegularFile file) {
		StringBuilder content = new StringBuilder();
		file.content().readAll((piece) -> content.append(StandardCharsets.UTF_8.decode(piece)));
		return content.toString();
	}

	private <T> T afterBreak(Work<T> work) {
		breakConnections();
		return work.call();
	}

	/**
	 * Those that the pool has are used, and then ended, so soon that the pool takes them
	 * for good.
	 */
	private void breakConnections() {
		long begin = System.nanoTime();
		endConnections();
		while (System.nanoTime() - begin > BELIEVED.toNanos()) {
			this.application.getBean(HikariDataSource.class).getHikariPoolMXBean().softEvictConnections();
			begin = System.nanoTime();
			endConnections();
		}
	}

	private void endConnections() {
		try (Connection own = DriverManager.getConnection(this.url); Statement statement = own.createStatement()) {
			useConnections();
			Set<Long> ended = connections(statement);
			for (long connection : ended) {
				statement.execute(end(connection));
			}
			while (!Collections.disjoint(connections(statement), ended)) {
				Thread.onSpinWait();
			}
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private Set<Long> connections(Statement statement) throws SQLException {
		Set<Long> found = new HashSet<>();
		try (ResultSet numbers = statement.executeQuery(connections())) {
			while (numbers.next()) {
				found.add(numbers.getLong(1));
			}
		}
		return found;
	}

	private void useConnections() throws SQLException {
		DataSource pool = this.application.getBean(DataSource.class);
		List<Connection> used = new ArrayList<>();
		// Who breaks them in the middle of something has one already.
		while (used.size() < POOL_SIZE - 1) {
			Connection connection = pool.getConnection();
			used.add(connection);
			try (Statement statement = connection.createStatement()) {
				statement.execute("select 1");
			}
		}
		for (Connection connection : used) {
			connection.close();
		}
	}

	/** What a test does with broken connections. */
	private interface Work<T> {

		T call();

	}

}
