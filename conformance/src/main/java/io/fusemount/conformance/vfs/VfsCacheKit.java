package io.fusemount.conformance.vfs;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: content that is on the local disk is not fetched again, and never belongs to
 * another version.
 */
abstract class VfsCacheKit extends VfsKit {

	/** Larger than the content that is fetched ahead of a reader. */
	private static final int LARGE = 12 << 20;

	private static final int PIECE = 128 << 10;

	@Test
	@Semantics("Content that was read, or written and committed, is not fetched again while its version stays the "
			+ "same.")
	void whatWasReadIsNotFetchedAgain() {
		application().put("a.txt", bytes("text"));
		assertThat(readFile("a.txt")).isEqualTo("text");
		long before = application().fetches();
		assertThat(readFile("a.txt")).isEqualTo("text");
		assertThat(application().fetches()).isEqualTo(before);
	}

	@Test
	void whatWasWrittenIsNotFetchedToBeRead() {
		writeFile("a.txt", "text");
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		write(handle, 4, "!");
		close(handle);
		long before = application().fetches();
		assertThat(readFile("a.txt")).isEqualTo("text!");
		assertThat(application().fetches()).isEqualTo(before);
	}

	@Test
	@Semantics("Renaming a file and setting its times do not touch its content.")
	void renamesAndTimesLeaveContentWhereItIs() {
		writeFile("a.txt", "text");
		fileSystem().setModified(node("a.txt"), Instant.ofEpochSecond(1_000_000_000));
		long before = application().fetches();
		assertThat(readFile("a.txt")).isEqualTo("text");
		rename("a.txt", "b.txt");
		assertThat(readFile("b.txt")).isEqualTo("text");
		assertThat(application().fetches()).isEqualTo(before);
	}

	@Test
	void whatNamesStandForIsLookedUpAgainWithoutTheContentWhenNewsWereMissed() {
		application().put("a.txt", bytes("text"));
		assertThat(readFile("a.txt")).isEqualTo("text");
		long fetches = application().fetches();
		Instant time = fileSystem().status(fileSystem().resolve(directory())).modified();
		fileSystem().invalidateNames();
		assertThat(fileSystem().status(fileSystem().resolve(directory())).modified()).isAfter(time);
		assertThat(readFile("a.txt")).isEqualTo("text");
		assertThat(application().fetches()).isEqualTo(fetches);
		application().put("b.txt", bytes("new"));
		application().put("a.txt", bytes("other"));
		fileSystem().invalidateNames();
		assertThat(readFile("a.txt")).isEqualTo("other");
		assertThat(readFile("b.txt")).isEqualTo("new");
	}

	@Test
	@Semantics("After the action `invalidate` of the endpoint, content of files that are not open is read from the "
			+ "database again, whatever its version.")
	void whatIsInvalidatedIsFetchedAgain() {
		application().put("a.txt", bytes("text"));
		HandleId reader = open("a.txt", OpenOptions.READ);
		assertThat(readFile("a.txt")).isEqualTo("text");
		long before = application().fetches();
		fileSystem().invalidateAll();
		assertThat(readFile("a.txt")).isEqualTo("text");
		close(reader);
		assertThat(application().fetches()).as("open until now").isEqualTo(before);
		assertThat(readFile("a.txt")).isEqualTo("text");
		assertThat(application().fetches()).isGreaterThan(before);
		writeFile("b.txt", "other");
		fileSystem().invalidateAll();
		assertThat(fileSystem().supervision().contentCache().bytes()).isZero();
		assertThat(readFile("b.txt")).isEqualTo("other");
	}

	@Test
	void aNewVersionIsFetched() {
		application().put("a.txt", bytes("first"));
		assertThat(readFile("a.txt")).isEqualTo("first");
		changeBehind("a.txt", "other");
		assertThat(readFile("a.txt")).isEqualTo("other");
		changeBehind("a.txt", "third");
		assertThat(readFile("a.txt")).isEqualTo("third");
	}

	@Test
	void aFileOfTheSameNameIsAnother() {
		writeFile("a.txt", "first");
		delete("a.txt");
		writeFile("a.txt", "other");
		assertThat(readFile("a.txt")).isEqualTo("other");
		rename("a.txt", "b.txt");
		writeFile("a.txt", "third");
		rename("b.txt", "a.txt");
		assertThat(readFile("a.txt")).isEqualTo("other");
	}

	@Test
	@Semantics("A file that is changed or deleted while a program reads it never shows two versions in one handle.")
	void aLargeFileThatIsChangedWhileItIsReadIsNeverAMixture() {
		putLarge("a.bin", 'a');
		HandleId reader = open("a.bin", OpenOptions.READ);
		requireAll(reader, 0, PIECE, 'a');
		putLarge("a.bin", 'b');
		fileSystem().invalidate(committedKey("a.bin"));
		HandleId fresh = open("a.bin", OpenOptions.READ);
		requireAll(fresh, 0, LARGE, 'b');
		requireAllOrStale(reader, 'a');
		close(fresh);
		close(reader);
	}

	@Test
	void aLargeFileThatIsDeletedWhileItIsReadIsNeverAMixture() {
		putLarge("a.bin", 'a');
		HandleId reader = open("a.bin", OpenOptions.READ);
		requireAll(reader, 0, PIECE, 'a');
		removeBehind("a.bin");
		putLarge("a.bin", 'b');
		requireAllOrStale(reader, 'a');
		close(reader);
	}

	@Test
	void aLargeFileKeepsItsVersionWhileTheMountChangesIt() {
		putLarge("a.bin", 'a');
		HandleId handle = open("a.bin", OpenOptions.READ_WRITE);
		requireAll(handle, 0, PIECE, 'a');
		for (int i = 1; i <= 3; i++) {
			write(handle, i * 3L << 20, "x");
			fileSystem().flush(handle);
			requireAll(handle, PIECE, PIECE, 'a');
			requireAll(handle, LARGE - PIECE, PIECE, 'a');
			assertThat(read(handle, i * 3L << 20, 2)).isEqualTo("xa");
		}
		close(handle);
		byte[] expected = large('a');
		for (int i = 1; i <= 3; i++) {
			expected[i * 3 << 20] = 'x';
		}
		assertThat(application().content("a.bin")).isEqualTo(expected);
		ByteBuffer read = ByteBuffer.allocate(LARGE + 1);
		HandleId again = open("a.bin", OpenOptions.READ);
		assertThat(fileSystem().read(again, 0, read)).isEqualTo(LARGE);
		assertThat(Arrays.copyOf(read.array(), LARGE)).isEqualTo(expected);
		close(again);
	}

	@Test
	void readersOfWhatIsNotThereYetGoOnWhileTheMountCommits() throws Exception {
		putLarge("a.bin", 'a');
		HandleId writer = open("a.bin", OpenOptions.READ_WRITE);
		HandleId reader = open("a.bin", OpenOptions.READ);
		CompletableFuture<Void> commits = CompletableFuture.runAsync(() -> {
			for (int i = 0; i < 10; i++) {
				write(writer, i, "x");
				fileSystem().flush(writer);
			}
		});
		for (int at = LARGE - PIECE; at > 0; at -= PIECE) {
			requireAll(reader, at, PIECE, 'a');
		}
		commits.get();
		assertThat(read(reader, 0, 12)).isEqualTo("xxxxxxxxxxaa");
		close(reader);
		close(writer);
	}

	private void putLarge(String name, char content) {
		application().put(name, large(content));
	}

	private static byte[] large(char content) {
		byte[] bytes = new byte[LARGE];
		Arrays.fill(bytes, (byte) content);
		return bytes;
	}

	/**
	 * Requires the old content, or ESTALE: the amount fetched ahead before the change is
	 * unspecified.
	 */
	private void requireAllOrStale(HandleId handle, char expected) {
		for (int at = 0; at < LARGE; at += PIECE) {
			try {
				requireAll(handle, at, PIECE, expected);
			}
			catch (ErrnoException ex) {
				assertThat(ex.errno()).isEqualTo(Errno.ESTALE);
			}
		}
	}

	private void requireAll(HandleId handle, long position, int length, char expected) {
		ByteBuffer target = ByteBuffer.allocate(length);
		assertThat(fileSystem().read(handle, position, target)).isEqualTo(length);
		for (byte b : target.array()) {
			if (b != expected) {
				throw new AssertionError("There is a byte of another version: " + (char) b);
			}
		}
	}

}
