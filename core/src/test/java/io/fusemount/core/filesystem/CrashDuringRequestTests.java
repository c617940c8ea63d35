package io.fusemount.core.filesystem;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;

import io.fusemount.conformance.memory.Call;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.handover.Notebook;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A request that a process was serving when it was killed is served once, although it is
 * asked for again.
 */
class CrashDuringRequestTests {

	private static final OpenOptions READ = OpenOptions.READ;

	private static final OpenOptions WRITE = OpenOptions.READ_WRITE;

	private static final OpenOptions APPEND = new OpenOptions(true, true, false, OpenOptions.Creation.SHARED, true,
			true);

	@TempDir
	private Path parent;

	private CrashFixture mount;

	@BeforeEach
	void start() {
		this.mount = new CrashFixture(this.parent);
	}

	@AfterEach
	void close() {
		this.mount.close();
	}

	@Test
	void aCommitThatWasNotHeardOfIsNotMadeAgain() {
		this.mount.files.application().put("a.txt", "0123456789");
		HandleId handle = this.mount.open("a.txt", WRITE);
		this.mount.write(handle, 2, "ab");
		this.mount.crashAfter(Call.UPDATE);
		this.mount.fileSystem.flush(handle);
		long writes = this.mount.files.calls().writes();
		this.mount.crash();
		this.mount.again(() -> this.mount.fileSystem.flush(handle));
		assertThat(this.mount.read(handle)).isEqualTo("01ab456789");
		assertThat(this.mount.files.calls().writes()).isEqualTo(writes);
		this.mount.write(handle, 0, "x");
		this.mount.closeFile(handle);
		assertThat(this.mount.stored("a.txt")).isEqualTo("x1ab456789");
		assertThat(this.mount.unsaved).isEmpty();
	}

	@Test
	void aNewFileIsNotCreatedAgain() {
		HandleId handle = this.mount.create("new.txt");
		this.mount.write(handle, 0, "new");
		long number = this.mount.fileSystem.status(handle).inode();
		this.mount.crashAfter(Call.CREATE);
		this.mount.fileSystem.flush(handle);
		this.mount.crash();
		assertThat(this.mount.fileSystem.status(handle).inode()).isEqualTo(number);
		assertThat(this.mount.fileSystem.node(handle)).isSameAs(this.mount.fileSystem.resolve("/files/new.txt"));
		this.mount.again(() -> this.mount.fileSystem.flush(handle));
		this.mount.fileSystem.release(handle);
		assertThat(this.mount.files.application().names()).containsExactly("new.txt");
		assertThat(this.mount.stored("new.txt")).isEqualTo("new");
		assertThat(this.mount.files.calls().writes()).isOne();
		assertThat(this.mount.unsaved).isEmpty();
	}

	@Test
	void aVersionOfOthersIsNotTakenForOneThatWasNotCommitted() {
		this.mount.files.application().put("a.txt", "content");
		HandleId handle = this.mount.open("a.txt", WRITE);
		this.mount.write(handle, 0, "Mine");
		this.mount.crashAfter(Call.UPDATE);
		this.mount.fileSystem.flush(handle);
		// The transaction has ended with the process, and the next one has its version.
		this.mount.files.application().overwrite("a.txt", "theirs.");
		this.mount.crash();
		assertThat(this.mount.stored("a.txt")).isEqualTo("theirs.");
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> this.mount.fileSystem.flush(handle))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.ESTALE));
		assertThat(this.mount.stored("a.txt")).isEqualTo("theirs.");
	}

	@Test
	void aNewFileThatHasTakenTheNameOfAnotherOneHasItsRow() {
		this.mount.files.application().put("a.txt", "old");
		NodeKey key = this.mount.files.application().key("a.txt");
		HandleId old = this.mount.open("a.txt", READ);
		HandleId handle = this.mount.create("b.txt");
		this.mount.write(handle, 0, "new");
		this.mount.crashAfter(Call.UPDATE);
		this.mount.rename("b.txt", "a.txt");
		long writes = this.mount.files.calls().writes();
		this.mount.crash();
		this.mount.again(() -> this.mount.rename("b.txt", "a.txt"));
		assertThat(this.mount.read(old)).isEqualTo("old");
		assertThat(this.mount.read(handle)).isEqualTo("new");
		this.mount.closeFile(handle);
		assertThat(this.mount.files.application().names()).containsExactly("a.txt");
		assertThat(this.mount.files.application().key("a.txt")).isEqualTo(key);
		assertThat(this.mount.files.calls().writes()).isEqualTo(writes);
		assertThat(this.mount.unsaved).isEmpty();
	}

	@Test
	void anOpenFileWithAnotherNameIsFoundByIt() {
		this.mount.files.application().put("a.txt", "content");
		HandleId handle = this.mount.open("a.txt", WRITE);
		this.mount.write(handle, 0, "C");
		this.mount.crashAfter(Call.RENAME);
		this.mount.rename("a.txt", "b.txt");
		long writes = this.mount.files.calls().writes();
		this.mount.crash();
		this.mount.again(() -> this.mount.rename("a.txt", "b.txt"));
		assertThat(this.mount.fileSystem.node(handle)).isSameAs(this.mount.fileSystem.resolve("/files/b.txt"));
		this.mount.closeFile(handle);
		assertThat(this.mount.stored("b.txt")).isEqualTo("Content");
		assertThat(this.mount.files.calls().writes()).isEqualTo(writes);
	}

	@Test
	void aSaveThatTakesTheRowOfAFileRenamedAwayIsNotMadeAgain() {
		this.mount.files.application().put("a.txt", "old");
		this.mount.rename("a.txt", "a.txt~");
		HandleId handle = this.mount.create("a.txt");
		this.mount.write(handle, 0, "new");
		this.mount.crashAfter(Call.UPDATE);
		this.mount.fileSystem.flush(handle);
		long writes = this.mount.files.calls().writes();
		this.mount.crash();
		this.mount.again(() -> this.mount.fileSystem.flush(handle));
		this.mount.fileSystem.release(handle);
		assertThat(this.mount.stored("a.txt")).isEqualTo("new");
		assertThat(this.mount.read(this.mount.open("a.txt~", READ))).isEqualTo("old");
		assertThat(this.mount.files.calls().writes()).isEqualTo(writes);
		assertThat(this.mount.unsaved).isEmpty();
	}

	@Test
	void aCopyOfWhatTheRowStillHasIsNotBroughtBack() {
		this.mount.files.application().put("a.txt", "old");
		this.mount.rename("a.txt", "a.txt~");
		HandleId handle = this.mount.create("a.txt");
		this.mount.write(handle, 0, "new");
		this.mount.crashBefore(Call.UPDATE);
		refused(Errno.EIO, () -> this.mount.fileSystem.flush(handle));
		this.mount.crash();
		assertThat(this.mount.read(this.mount.open("a.txt~", READ))).isEqualTo("old");
		this.mount.again(() -> this.mount.fileSystem.flush(handle));
		this.mount.fileSystem.release(handle);
		this.mount.delete("a.txt~");
		assertThat(this.mount.stored("a.txt")).isEqualTo("new");
		this.mount.crash();
		refused(Errno.ENOENT, () -> this.mount.fileSystem.resolve("/files/a.txt~"));
		assertThat(this.mount.unsaved).isEmpty();
	}

	@Test
	void aDeletionIsNotMadeAgain() {
		this.mount.files.application().put("a.txt", "content");
		HandleId handle = this.mount.open("a.txt", READ);
		this.mount.crashAfter(Call.DELETE);
		this.mount.delete("a.txt");
		this.mount.crash();
		this.mount.again(() -> this.mount.delete("a.txt"));
		assertThat(this.mount.read(handle)).isEqualTo("content");
		refused(Errno.ENOENT, () -> this.mount.delete("a.txt"));
	}

	@Test
	void directoriesAreMadeAndRemovedOnce() {
		this.mount.fileSystem.createDirectory(this.mount.fileSystem.locate("/files/d"), 0);
		this.mount.crash();
		this.mount.again(() -> this.mount.fileSystem.createDirectory(this.mount.fileSystem.locate("/files/d"), 0));
		refused(Errno.EEXIST, () -> this.mount.fileSystem.createDirectory(this.mount.fileSystem.locate("/files/d"), 0));
		this.mount.fileSystem.deleteDirectory(this.mount.fileSystem.locate("/files/d"));
		this.mount.crash();
		this.mount.again(() -> this.mount.fileSystem.deleteDirectory(this.mount.fileSystem.locate("/files/d")));
		refused(Errno.ENOENT, () -> this.mount.fileSystem.deleteDirectory(this.mount.fileSystem.locate("/files/d")));
	}

	@Test
	void aDirectoryIsNotMadeWhereThereIsAFile() {
		this.mount.files.application().put("a", "content");
		this.mount.again(() -> refused(Errno.EEXIST,
				() -> this.mount.fileSystem.createDirectory(this.mount.fileSystem.locate("/files/a"), 0)));
		this.mount.again(() -> this.mount.fileSystem.createEmpty(this.mount.fileSystem.locate("/files/a"), 0));
		refused(Errno.EEXIST, () -> this.mount.fileSystem.createEmpty(this.mount.fileSystem.locate("/files/a"), 0));
		assertThat(this.mount.stored("a")).isEqualTo("content");
	}

	@Test
	void aFileThatWasCreatedForAProgramIsOpenedForIt() {
		OpenOptions reading = new OpenOptions(true, false, false, OpenOptions.Creation.EXCLUSIVE, false, false);
		HandleId lost = this.mount.fileSystem.create(this.mount.fileSystem.locate("/files/new.txt"), reading);
		this.mount.crash(Set.of(lost.value()));
		refused(Errno.EEXIST,
				() -> this.mount.fileSystem.create(this.mount.fileSystem.locate("/files/new.txt"), reading));
		this.mount.again(() -> {
			HandleId got = this.mount.fileSystem.create(this.mount.fileSystem.locate("/files/new.txt"), reading);
			assertThat(this.mount.read(got)).isEmpty();
		});
		assertThat(this.mount.files.application().names()).containsExactly("new.txt");
	}

	@Test
	void anAppendIsMadeOnce() {
		this.mount.files.application().put("log", "one ");
		HandleId handle = this.mount.open("log", APPEND);
		CrashFixture.attempt(7, false, () -> this.mount.write(handle, 0, "two "));
		this.mount.crash();
		this.mount.crash();
		CrashFixture.attempt(7, true, () -> this.mount.write(handle, 0, "two "));
		assertThat(this.mount.read(handle)).isEqualTo("one two ");
		CrashFixture.attempt(8, true, () -> this.mount.write(handle, 0, "three "));
		CrashFixture.attempt(9, false, () -> this.mount.write(handle, 0, "four "));
		this.mount.closeFile(handle);
		assertThat(this.mount.stored("log")).isEqualTo("one two three four ");
	}

	@Test
	void anAppendIsMadeOnceAlsoWhereNothingIsWrittenDownAnyMore() {
		this.mount.files.application().put("log", "one ");
		HandleId handle = this.mount.open("log", APPEND);
		CrashFixture.attempt(7, false, () -> this.mount.write(handle, 0, "two "));
		this.mount.crash();
		this.mount.fileSystem.handover().keep(Notebook.NONE);
		CrashFixture.attempt(7, true, () -> this.mount.write(handle, 0, "two "));
		assertThat(this.mount.read(handle)).isEqualTo("one two ");
	}

	@Test
	void anAppendThatWasNotMadeIsMadeAtTheEnd() {
		this.mount.files.application().put("log", "one ");
		HandleId handle = this.mount.open("log", APPEND);
		CrashFixture.attempt(7, false, () -> this.mount.write(handle, 0, "two "));
		this.mount.crash();
		CrashFixture.attempt(8, true, () -> this.mount.write(handle, 0, "three "));
		assertThat(this.mount.read(handle)).isEqualTo("one two three ");
	}

	@Test
	void aTimeThatWasSetOfAnOpenFileIsNoChangeOfOthers() {
		this.mount.files.application().put("a.txt", "content");
		HandleId handle = this.mount.open("a.txt", READ);
		this.mount.crashAfter(Call.UPDATE);
		this.mount.fileSystem.setModified(this.mount.fileSystem.resolve("/files/a.txt"), Instant.EPOCH);
		this.mount.crash();
		assertThat(this.mount.read(handle)).isEqualTo("content");
	}

	private static void refused(Errno errno, Runnable work) {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(work::run)
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(errno));
	}

}
