package io.fusemount.conformance.vfs;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

import io.fusemount.conformance.memory.Gate;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Node;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: programs do not wait for each other without need, and never damage each
 * other's files.
 */
abstract class VfsConcurrencyKit extends VfsKit {

	private static final int THREADS = 8;

	private final ExecutorService programs = Executors.newCachedThreadPool();

	@AfterEach
	void endPrograms() {
		this.programs.shutdownNow();
	}

	@Test
	void writersOfDistinctFilesDoNotDisturbEachOther() throws Exception {
		inParallel((program) -> {
			for (int i = 0; i < 25; i++) {
				writeFile("file-" + program + "-" + i, "content " + program + " " + i);
			}
		});
		assertThat(list()).hasSize(THREADS * 25).doesNotHaveDuplicates();
		for (int program = 0; program < THREADS; program++) {
			assertThat(committed("file-" + program + "-24")).isEqualTo("content " + program + " 24");
		}
	}

	@Test
	void writersOfDistinctRangesOfOneFileLoseNothing() throws Exception {
		HandleId creator = create("shared");
		inParallel((program) -> {
			HandleId handle = open("shared", OpenOptions.READ_WRITE);
			for (int i = 0; i < 50; i++) {
				write(handle, i * 8L * THREADS + program * 8L, "%07d;".formatted(i * THREADS + program));
			}
			close(handle);
		});
		close(creator);
		StringBuilder expected = new StringBuilder();
		for (int i = 0; i < 50 * THREADS; i++) {
			expected.append("%07d;".formatted(i));
		}
		assertThat(committed("shared")).isEqualTo(expected.toString());
	}

	@Test
	void programsThatOpenWriteAndCloseInTurnLoseNothing() throws Exception {
		close(create("log"));
		inParallel((program) -> {
			for (int i = 0; i < 25; i++) {
				// The lookup may be outdated when the file is opened. As in the kernel,
				// only the write itself is exclusive, and the end of the file is
				// determined there.
				Node found = node("log");
				HandleId handle = fileSystem().open(found, WRITE);
				synchronized (this) {
					write(handle, fileSystem().status(handle).size(), "%d-%02d\n".formatted(program, i));
				}
				close(handle);
			}
		});
		assertThat(readFile("log").lines()).hasSize(THREADS * 25)
			.doesNotHaveDuplicates()
			.allMatch((line) -> line.length() == 4);
		assertThat(committed("log")).isEqualTo(readFile("log"));
	}

	@Test
	void onlyOneOfManyCreatesTheFile() throws Exception {
		List<Future<Boolean>> attempts = new ArrayList<>();
		for (int program = 0; program < THREADS; program++) {
			attempts.add(this.programs.submit(this::createLock));
		}
		int winners = 0;
		for (Future<Boolean> attempt : attempts) {
			winners += attempt.get(60, TimeUnit.SECONDS) ? 1 : 0;
		}
		assertThat(winners).isEqualTo(1);
		assertThat(list()).containsExactly("lock");
	}

	@Test
	void filesCanBeReadWhileACommitIsRunning() throws Exception {
		application().put("other.txt", bytes("other"));
		application().put("a.txt", bytes("before"));
		HandleId reader = open("a.txt", OpenOptions.READ);
		assertThat(read(reader)).isEqualTo("before");
		HandleId writer = open("a.txt", OpenOptions.READ_WRITE);
		write(writer, 0, "after!");
		try (Gate gate = application().holdCommits()) {
			Future<?> flush = this.programs.submit(() -> fileSystem().flush(writer));
			gate.awaitArrival();
			soon(() -> read(reader), "after!");
			soon(() -> readFile("other.txt"), "other");
			soon(() -> status("a.txt").size(), 6L);
			soon(() -> find("missing") == null, true);
			assertThat(flush.isDone()).isFalse();
			gate.close();
			flush.get(60, TimeUnit.SECONDS);
		}
		assertThat(committed("a.txt")).isEqualTo("after!");
		close(reader);
		close(writer);
	}

	@Test
	void bytesWrittenDuringACommitAreCommittedByTheNextOne() throws Exception {
		HandleId handle = create("a.txt");
		write(handle, 0, "first");
		try (Gate gate = application().holdCommits()) {
			Future<?> flush = this.programs.submit(() -> fileSystem().flush(handle));
			gate.awaitArrival();
			Future<?> write = this.programs.submit(() -> write(handle, 0, "SECOND"));
			gate.close();
			flush.get(60, TimeUnit.SECONDS);
			write.get(60, TimeUnit.SECONDS);
		}
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("SECOND");
	}

	@Test
	void timeThatIsBeingSetIsNoConflictForAWriter() throws Exception {
		application().put("a.txt", bytes("before"));
		HandleId reader = open("a.txt", OpenOptions.READ);
		try (Gate gate = application().holdCommits()) {
			Future<?> time = this.programs.submit(() -> fileSystem().setModified(node("a.txt"), Instant.EPOCH));
			gate.awaitArrival();
			Future<?> writer = this.programs.submit(() -> writeFile("a.txt", "after!"));
			gate.close();
			time.get(60, TimeUnit.SECONDS);
			writer.get(60, TimeUnit.SECONDS);
		}
		assertThat(committed("a.txt")).isEqualTo("after!");
		close(reader);
	}

	@Test
	void filesThatReplaceEachOtherEndAsOneOfThem() throws Exception {
		writeFile("a.txt", "0");
		inParallel((program) -> {
			for (int i = 0; i < 10; i++) {
				writeFile("tmp-" + program, "content " + program);
				// The kernel allows only one rename into a directory at a time.
				synchronized (this) {
					rename("tmp-" + program, "a.txt");
				}
			}
		});
		assertThat(list()).containsExactly("a.txt");
		assertThat(committed("a.txt")).matches("content [0-7]");
		assertThat(readFile("a.txt")).isEqualTo(committed("a.txt"));
	}

	@Test
	void aFileThatIsDeletedDuringItsFirstCommitIsGone() throws Exception {
		HandleId handle = create("a.txt");
		write(handle, 0, "text");
		try (Gate gate = application().holdCommits()) {
			Future<?> flush = this.programs.submit(() -> fileSystem().flush(handle));
			gate.awaitArrival();
			Program deletion = Program.start(() -> delete("a.txt"));
			assertThat(deletion.isHeldUp()).isTrue();
			gate.close();
			flush.get(60, TimeUnit.SECONDS);
			deletion.end();
		}
		assertThat(committed("a.txt")).isNull();
		assertThat(find("a.txt")).isNull();
		close(handle);
		assertThat(list()).isEmpty();
	}

	@Test
	void filesCanBeReplacedWhileTheirReadersClose() throws Exception {
		writeFile("a.txt", "0");
		inParallel((program) -> {
			for (int i = 0; i < 25; i++) {
				if (program == 0) {
					writeFile("tmp", "content " + i);
					rename("tmp", "a.txt");
				}
				else {
					openAndClose("a.txt");
				}
			}
		});
		assertThat(committed("a.txt")).isEqualTo("content 24");
		assertThat(list()).containsExactly("a.txt");
		assertThat(fileSystem().supervision().openHandles()).isZero();
	}

	private void openAndClose(String name) {
		HandleId handle = open(name, OpenOptions.READ);
		try {
			assertThat(read(handle)).matches("0|content \\d+");
		}
		catch (ErrnoException ex) {
			assertThat(ex.errno()).as("its version has gone since it was opened").isEqualTo(Errno.ESTALE);
		}
		finally {
			close(handle);
		}
	}

	private boolean createLock() {
		try {
			close(create("lock"));
			return true;
		}
		catch (ErrnoException ex) {
			assertThat(ex.errno()).isEqualTo(Errno.EEXIST);
			return false;
		}
	}

	private <T> void soon(Callable<T> operation, T expected) throws Exception {
		assertThat(this.programs.submit(operation).get(60, TimeUnit.SECONDS)).isEqualTo(expected);
	}

	private void inParallel(IntConsumer program) throws Exception {
		List<Future<?>> running = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			int number = i;
			running.add(this.programs.submit(() -> program.accept(number)));
		}
		for (Future<?> future : running) {
			future.get(60, TimeUnit.SECONDS);
		}
	}

}
