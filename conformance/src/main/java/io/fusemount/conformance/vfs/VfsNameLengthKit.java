package io.fusemount.conformance.vfs;

import java.nio.charset.StandardCharsets;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.Directory;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: a name that is too long to be stored is refused by the call that introduces
 * it.
 */
public abstract class VfsNameLengthKit extends VfsKit {

	/**
	 * Returns an empty directory in which files and directories can be created.
	 */
	protected abstract Directory emptyDirectory();

	/**
	 * Returns the maximum number of characters of a name.
	 */
	protected abstract int longest();

	@Override
	protected final VfsFixture createFixture() {
		return new NodeFileSystemFixture(emptyDirectory(), new InMemoryOwner(new InMemoryDirectory("nobody")));
	}

	private String longestName() {
		return "n".repeat(longest());
	}

	private String tooLong() {
		return "n".repeat(longest() + 1);
	}

	private void assertTooLong(Operation operation, String name, Executable call) {
		assertErrno(() -> fixture().dispatcher().dispatch(operation, directory() + "/" + name, () -> {
			try {
				call.execute();
			}
			catch (RuntimeException | Error ex) {
				throw ex;
			}
			catch (Throwable ex) {
				throw new AssertionError(ex);
			}
			return 0;
		}), Errno.ENAMETOOLONG);
		assertThat(find(name)).isNull();
	}

	@Test
	@Semantics("A name that is longer than its column is refused with ENAMETOOLONG by the `open`, `mkdir` or `rename` that gives it, before anything is written.")
	void fileIsNotMade() {
		assertTooLong(Operation.CREATE, tooLong(), () -> create(tooLong()));
		assertThat(list()).isEmpty();
		assertThat(fileSystem().supervision().openHandles()).isZero();
		writeFile(longestName(), "text");
		assertThat(readFile(longestName())).isEqualTo("text");
	}

	@Test
	void reasonIsReadableOnTheMount() {
		assertTooLong(Operation.CREATE, tooLong(), () -> create(tooLong()));
		String most = String.valueOf(longest());
		byte[] note = fileSystem().extendedAttribute(fileSystem().resolve(directory()), "user.fusemount.error");
		assertThat(new String(note, StandardCharsets.UTF_8)).startsWith(tooLong() + ": ENAMETOOLONG: ").contains(most);
		HandleId errors = fileSystem().open(fileSystem().resolve("/.fusemount/errors"), OpenOptions.READ);
		assertThat(read(errors)).contains(" ENAMETOOLONG create " + directory() + "/" + tooLong() + ": ")
			.contains(most);
		fileSystem().release(errors);
	}

	@Test
	void fileThatIsStoredAtOnceIsNotMadeEither() {
		assertTooLong(Operation.CREATE, tooLong(), () -> fileSystem().create(at(tooLong()), OpenOptions.READ));
		assertTooLong(Operation.MKNOD, tooLong(), () -> fileSystem().createEmpty(at(tooLong())));
		assertThat(list()).isEmpty();
	}

	@Test
	void directoryIsNeitherMadeNorRenamed() {
		assertTooLong(Operation.MKDIR, tooLong(), () -> fileSystem().createDirectory(at(tooLong())));
		fileSystem().createDirectory(at(longestName()));
		assertTooLong(Operation.RENAME, tooLong(), () -> rename(longestName(), tooLong()));
		assertThat(list()).containsExactly(longestName());
	}

	@Test
	void fileKeepsItsNameWhateverBecameOfItYet() {
		writeFile("stored", "text");
		assertTooLong(Operation.RENAME, tooLong(), () -> rename("stored", tooLong()));
		HandleId handle = create("new");
		write(handle, 0, "new text");
		assertTooLong(Operation.RENAME, tooLong(), () -> rename("new", tooLong()));
		close(handle);
		writeFile("scratch.tmp", "local text");
		assertTooLong(Operation.RENAME, tooLong(), () -> rename("scratch.tmp", tooLong()));
		assertThat(list()).containsExactlyInAnyOrder("stored", "new", "scratch.tmp");
		assertThat(readFile("stored")).isEqualTo("text");
		assertThat(readFile("new")).isEqualTo("new text");
		assertThat(readFile("scratch.tmp")).isEqualTo("local text");
	}

	@Test
	void backupThatWouldBeStoredIsRefusedBeforeTheNewFileComes() {
		String backup = longestName() + ".bak";
		Caller.bind(new Caller(1000, 1000, 7));
		try {
			writeFile(longestName(), "old");
			HandleId handle = create("new");
			write(handle, 0, "new");
			assertTooLong(Operation.RENAME, backup, () -> rename(longestName(), backup));
			close(handle);
			assertThat(readFile(longestName())).isEqualTo("old");
		}
		finally {
			Caller.unbind();
		}
	}

	@Test
	@Semantics("A scratch name may be longer than the column, so that programs can save a file that has the longest name.")
	void fileOfTheLongestNameIsSavedByWayOfAScratchName() {
		writeFile(longestName(), "old");
		rename(longestName(), longestName() + "~");
		writeFile(longestName(), "new");
		assertThat(readFile(longestName() + "~")).isEqualTo("old");
		delete(longestName() + "~");
		assertThat(list()).containsExactly(longestName());
		assertThat(readFile(longestName())).isEqualTo("new");
	}

}
