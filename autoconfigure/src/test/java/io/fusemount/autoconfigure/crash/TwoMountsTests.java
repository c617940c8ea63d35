package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.JdbcTemplate;

import static io.fusemount.autoconfigure.crash.Patience.await;
import static io.fusemount.autoconfigure.crash.Patience.awaitContent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Two applications, each in a process and at a mount point of its own, on one table of
 * one PostgreSQL. Here and there are the two directories.
 */
@EnabledIfFuse
@Timeout(600)
class TwoMountsTests {

	private static final String[] SETTINGS = { "--fusemount.cache.time-to-live=100ms" };

	private static Workspace hereWorkspace;

	private static Workspace thereWorkspace;

	private static EmbeddedPostgres server;

	private static ChildProgram hereService;

	private static ChildProgram thereService;

	private static Path here;

	private static Path there;

	@BeforeAll
	static void start() throws IOException {
		server = EmbeddedPostgres.start();
		hereWorkspace = new Workspace();
		thereWorkspace = new Workspace();
		String url = server.getJdbcUrl("postgres", "postgres");
		hereService = hereWorkspace.start(url, SETTINGS);
		thereService = thereWorkspace.start(url, SETTINGS);
		here = hereWorkspace.files();
		there = thereWorkspace.files();
	}

	@AfterAll
	static void stop() throws IOException {
		hereService.close();
		thereService.close();
		hereWorkspace.close();
		thereWorkspace.close();
		server.close();
	}

	@Test
	@Semantics("A change that another process commits is seen after the time-to-live.")
	void commitsThereAreSeenHere() throws Exception {
		awaitContent(here.resolve("news.txt"), store(there, "news.txt", "first"));
		awaitContent(here.resolve("news.txt"), store(there, "news.txt", "second, longer"));
		Files.move(there.resolve("news.txt"), there.resolve("olds.txt"));
		awaitContent(here.resolve("olds.txt"), "second, longer");
		await(() -> Files.notExists(here.resolve("news.txt")));
		Files.delete(there.resolve("olds.txt"));
		await(() -> Files.notExists(here.resolve("olds.txt")));
	}

	@Test
	@Semantics("If two processes edit one file, the second `close` ends with ESTALE, whichever mount it is on.")
	void secondCloseOfAnEditedFileIsRefusedAndItsBytesAreKept() throws Exception {
		awaitContent(there.resolve("edited.txt"), store(here, "edited.txt", "original"));
		try (FileChannel first = open(here.resolve("edited.txt"))) {
			FileChannel second = open(there.resolve("edited.txt"));
			write(first, "FROM HERE, THE FIRST");
			write(second, "FROM THERE");
			first.close();
			assertThatIOException().isThrownBy(second::close).withMessage("Stale file handle");
		}
		assertThat(Files.readString(here.resolve("edited.txt"))).isEqualTo("FROM HERE, THE FIRST");
		thereWorkspace.awaitKept("FROM THERE");
		awaitContent(there.resolve("edited.txt"), "FROM HERE, THE FIRST");
		assertThat(rows("edited.txt")).isEqualTo(1);
	}

	@ParameterizedTest
	@ValueSource(ints = { 300, 1_500_000, 2_000_000 })
	@Semantics("A program that reads a file while others replace it gets all of the version that it opened, or ESTALE: "
			+ "no early end, and nothing of the new version.")
	void whoReadsHereWhatIsReplacedThereGetsAllOfTheOldVersionOrIsToldSo(int size) throws Exception {
		String old = "o".repeat(1_500_000);
		awaitContent(here.resolve("slow.txt"), store(there, "slow.txt", old));
		try (FileChannel reader = FileChannel.open(here.resolve("slow.txt"))) {
			ByteBuffer read = ByteBuffer.allocate(3_000_000);
			reader.read(read.limit(4096));
			awaitContent(here.resolve("slow.txt"), store(there, "slow.txt", "n".repeat(size)));
			assertThat(reader.size()).isEqualTo(old.length());
			try {
				while (reader.read(read.limit(read.position() + 4096)) >= 0) {
					assertThat(Files.size(here.resolve("slow.txt"))).isEqualTo(size);
				}
				assertThat(StandardCharsets.UTF_8.decode(read.flip()).toString()).isEqualTo(old);
			}
			catch (IOException ex) {
				assertThat(ex).hasMessage("Stale file handle");
			}
		}
	}

	@Test
	void secondCloseOfANewFileOfTheSameNameIsRefused() throws Exception {
		FileChannel first = create(here.resolve("new.txt"));
		FileChannel second = create(there.resolve("new.txt"));
		write(first, "first");
		write(second, "second");
		first.close();
		assertThatIOException().isThrownBy(second::close).withMessage("File exists");
		thereWorkspace.awaitKept("second");
		awaitContent(there.resolve("new.txt"), "first");
		assertThat(rows("new.txt")).isEqualTo(1);
	}

	@Test
	void oneOfTwoWhoCreateANameAtOnceGetsIt() throws Exception {
		CyclicBarrier barrier = new CyclicBarrier(2);
		ExecutorService executor = Executors.newFixedThreadPool(2);
		try {
			for (int i = 0; i < 20; i++) {
				String name = "race-" + i;
				Future<Boolean> first = executor.submit(() -> creates(here, name, "from here", barrier));
				Future<Boolean> second = executor.submit(() -> creates(there, name, "from there", barrier));
				assertThat(List.of(first.get(), second.get())).containsExactlyInAnyOrder(true, false);
				hereWorkspace.awaitAllClosed();
				thereWorkspace.awaitAllClosed();
				String content = first.get() ? "from here" : "from there";
				awaitContent(here.resolve(name), content);
				awaitContent(there.resolve(name), content);
				assertThat(rows(name)).isEqualTo(1);
			}
		}
		finally {
			executor.shutdownNow();
		}
	}

	@Test
	void noUpdateIsLostIfBothGoOnTryingWithTheSameFile() throws Exception {
		awaitContent(there.resolve("log.txt"), store(here, "log.txt", "start\n"));
		ExecutorService executor = Executors.newFixedThreadPool(2);
		int lines = 15;
		try {
			Future<?> first = executor.submit(appendLines(hereWorkspace, "here", lines));
			Future<?> second = executor.submit(appendLines(thereWorkspace, "there", lines));
			first.get();
			second.get();
		}
		finally {
			executor.shutdownNow();
		}
		await(() -> Files.readAllLines(here.resolve("log.txt")).size() == 1 + 2 * lines);
		assertThat(Files.readAllLines(here.resolve("log.txt"))).doesNotHaveDuplicates();
	}

	@Test
	void fileThatIsRenamedThereStaysReadableHereAndIsNotOverwritten() throws Exception {
		awaitContent(here.resolve("before.txt"), store(there, "before.txt", "content"));
		FileChannel open = open(here.resolve("before.txt"));
		write(open, "CHANGED");
		Files.move(there.resolve("before.txt"), there.resolve("after.txt"));
		assertThatIOException().isThrownBy(open::close).withMessage("Stale file handle");
		hereWorkspace.awaitKept("CHANGED");
		awaitContent(here.resolve("after.txt"), "content");
		await(() -> Files.notExists(here.resolve("before.txt")));
	}

	@Test
	void fileThatIsDeletedThereDoesNotComeBackFromHere() throws Exception {
		awaitContent(here.resolve("deleted.txt"), store(there, "deleted.txt", "content"));
		FileChannel open = open(here.resolve("deleted.txt"));
		write(open, "RETURNS");
		Files.delete(there.resolve("deleted.txt"));
		assertThatIOException().isThrownBy(open::close).withMessage("Stale file handle");
		await(() -> Files.notExists(here.resolve("deleted.txt")));
		assertThat(rows("deleted.txt")).isZero();
		hereWorkspace.awaitKept("RETURNS");
	}

	private static boolean creates(Path directory, String name, String content, CyclicBarrier barrier)
			throws Exception {
		barrier.await();
		try (FileChannel channel = create(directory.resolve(name))) {
			write(channel, content);
			barrier.await();
		}
		catch (IOException ex) {
			assertThat(ex).hasMessageContaining("File exists");
			return false;
		}
		return true;
	}

	private static Callable<Integer> appendLines(Workspace workspace, String who, int lines) {
		Path file = workspace.files().resolve("log.txt");
		return () -> {
			for (int i = 0; i < lines; i++) {
				String line = who + " " + i + "\n";
				while (!appends(file, line)) {
					// A program that joins a file that could not be stored shares the
					// failure.
					workspace.awaitAllClosed();
				}
			}
			return lines;
		};
	}

	private static boolean appends(Path file, String line) throws IOException {
		try (FileChannel channel = open(file)) {
			channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)), channel.size());
		}
		catch (IOException ex) {
			assertThat(ex).hasMessageContaining("Stale file handle");
			return false;
		}
		return true;
	}

	private static FileChannel create(Path file) throws IOException {
		return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
	}

	private static FileChannel open(Path file) throws IOException {
		return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
	}

	private static void write(FileChannel channel, String text) throws IOException {
		channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
	}

	private static String store(Path directory, String name, String content) throws IOException {
		Files.writeString(directory.resolve(name), content);
		return content;
	}

	private static int rows(String name) {
		Integer rows = new JdbcTemplate(server.getPostgresDatabase())
			.queryForObject("select count(*) from stored_file where name = ?", Integer.class, name);
		return (rows != null) ? rows : -1;
	}

}
