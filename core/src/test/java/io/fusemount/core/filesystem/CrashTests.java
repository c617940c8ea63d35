package io.fusemount.core.filesystem;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.handover.Notes;
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
 * What programs have open goes on after the process has been killed.
 */
class CrashTests {

	private static final OpenOptions READ = OpenOptions.READ;

	private static final OpenOptions WRITE = OpenOptions.READ_WRITE;

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
	void theNotesTellWhoHasCrashed() {
		this.mount.crash();
		Notes inherited = Objects.requireNonNull(this.mount.fileSystem.handover().inherited());
		assertThat(inherited.isCrash()).isTrue();
		assertThat(inherited.process()).isEqualTo(ProcessHandle.current().pid());
	}

	@Test
	void aHandleOfAFileThatNobodyHasChangedReadsOn() {
		this.mount.files.application().put("a.txt", "content");
		HandleId handle = this.mount.open("a.txt", READ);
		long number = this.mount.fileSystem.status(handle).inode();
		this.mount.crash();
		assertThat(this.mount.read(handle)).isEqualTo("content");
		assertThat(this.mount.fileSystem.status(handle).inode()).isEqualTo(number);
		assertThat(this.mount.fileSystem.node(handle)).isSameAs(this.mount.fileSystem.resolve("/files/a.txt"));
		this.mount.fileSystem.release(handle);
		assertThat(this.mount.fileSystem.supervision().openHandles()).isZero();
	}

	@Test
	void aHandleThatIsClosedIsNotOpenedAgain() {
		this.mount.files.application().put("a.txt", "content");
		this.mount.closeFile(this.mount.open("a.txt", WRITE));
		this.mount.fileSystem.releaseDirectory(directory());
		this.mount.crash();
		assertThat(this.mount.fileSystem.supervision().openHandles()).isZero();
	}

	private HandleId directory() {
		return this.mount.fileSystem.openDirectory(this.mount.fileSystem.resolve("/files"));
	}

	@Test
	void aNewFileGoesOnWithEveryByteAndIsStoredOnce() {
		HandleId handle = this.mount.create("new.txt");
		this.mount.write(handle, 0, "one ");
		long number = this.mount.fileSystem.status(handle).inode();
		Instant modified = this.mount.fileSystem.status(handle).modified();
		this.mount.crash();
		assertThat(this.mount.files.application().names()).isEmpty();
		assertThat(this.mount.fileSystem.status(handle).inode()).isEqualTo(number);
		assertThat(this.mount.fileSystem.status(handle).modified()).isEqualTo(modified);
		assertThat(this.mount.fileSystem.resolve("/files/new.txt")).isSameAs(this.mount.fileSystem.node(handle));
		this.mount.write(handle, 4, "two");
		assertThat(this.mount.read(handle)).isEqualTo("one two");
		long writes = this.mount.files.calls().writes();
		this.mount.closeFile(handle);
		assertThat(this.mount.stored("new.txt")).isEqualTo("one two");
		assertThat(this.mount.files.calls().writes() - writes).isOne();
		assertThat(this.mount.unsaved).isEmpty();
	}

	@Test
	void manyRangesOfAFileGoOnAboveWhatIsStored() {
		StringBuilder expected = new StringBuilder("0123456789".repeat(500));
		this.mount.files.application().put("a.txt", expected.toString());
		HandleId handle = this.mount.open("a.txt", WRITE);
		for (int i = 0; i < 300; i++) {
			int at = (i * 37) % 499 * 10;
			this.mount.write(handle, at, "ab");
			expected.replace(at, at + 2, "ab");
		}
		this.mount.crash();
		assertThat(this.mount.read(handle)).isEqualTo(expected.toString());
		this.mount.crash();
		this.mount.write(handle, 3, "cd");
		expected.replace(3, 5, "cd");
		this.mount.closeFile(handle);
		assertThat(this.mount.stored("a.txt")).isEqualTo(expected.toString());
		assertThat(this.mount.unsaved).isEmpty();
	}

	@Test
	void aFileThatWasTruncatedAndGrewStaysSo() {
		this.mount.files.application().put("a.txt", "0123456789");
		HandleId handle = this.mount.open("a.txt", WRITE);
		this.mount.fileSystem.truncate(handle, 3);
		this.mount.fileSystem.truncate(handle, 6);
		this.mount.crash();
		assertThat(this.mount.read(handle)).isEqualTo("012\0\0\0");
		this.mount.closeFile(handle);
		assertThat(this.mount.stored("a.txt")).isEqualTo("012\0\0\0");
	}

	@Test
	void whatWasStoredIsNotStoredAgain() {
		this.mount.files.application().put("a.txt", "0123456789");
		HandleId handle = this.mount.open("a.txt", WRITE);
		this.mount.write(handle, 2, "ab");
		this.mount.fileSystem.sync(handle);
		long writes = this.mount.files.calls().writes();
		this.mount.crash();
		assertThat(this.mount.read(handle)).isEqualTo("01ab456789");
		this.mount.closeFile(handle);
		assertThat(this.mount.files.calls().writes()).isEqualTo(writes);
	}

	@Test
	void aTimeThatAProgramHasSetGoesOn() {
		this.mount.files.application().put("a.txt", "content");
		HandleId handle = this.mount.open("a.txt", WRITE);
		this.mount.write(handle, 0, "C");
		Instant asked = Instant.parse("2020-01-02T03:04:05Z");
		this.mount.fileSystem.setModified(this.mount.fileSystem.resolve("/files/a.txt"), asked);
		this.mount.crash();
		assertThat(this.mount.fileSystem.status(handle).modified()).isEqualTo(asked);
	}

	@Test
	void anOpenFileThatWasRenamedGoesOn() {
		this.mount.files.application().put("a.txt", "content");
		HandleId handle = this.mount.open("a.txt", WRITE);
		this.mount.write(handle, 0, "C");
		this.mount.rename("a.txt", "b.txt");
		this.mount.write(handle, 1, "O");
		this.mount.crash();
		assertThat(this.mount.fileSystem.node(handle)).isSameAs(this.mount.fileSystem.resolve("/files/b.txt"));
		this.mount.closeFile(handle);
		assertThat(this.mount.files.application().names()).containsExactly("b.txt");
		assertThat(this.mount.stored("b.txt")).isEqualTo("COntent");
	}

	@Test
	void theLastHandleOfADeletedFileStillReads() {
		this.mount.files.application().put("a.txt", "content");
		HandleId handle = this.mount.open("a.txt", WRITE);
		this.mount.delete("a.txt");
		this.mount.crash();
		assertThat(this.mount.read(handle)).isEqualTo("content");
		this.mount.write(handle, 0, "C");
		assertThat(this.mount.read(handle)).isEqualTo("Content");
		this.mount.closeFile(handle);
		assertThat(this.mount.files.application().names()).isEmpty();
		assertThat(this.mount.unsaved).isEmpty();
	}

	@Test
	void theHandleOfAFileThatAnotherOneHasReplacedStillReads() {
		this.mount.files.application().put("a.txt", "old");
		HandleId old = this.mount.open("a.txt", READ);
		HandleId handle = this.mount.create("b.txt");
		this.mount.write(handle, 0, "new");
		this.mount.rename("b.txt", "a.txt");
		this.mount.crash();
		assertThat(this.mount.read(old)).isEqualTo("old");
		assertThat(this.mount.read(handle)).isEqualTo("new");
		assertThat(this.mount.fileSystem.node(handle)).isSameAs(this.mount.fileSystem.resolve("/files/a.txt"));
		this.mount.closeFile(handle);
		assertThat(this.mount.files.application().names()).containsExactly("a.txt");
		assertThat(this.mount.unsaved).isEmpty();
	}

	@Test
	void aLocalFileKeepsItsHandleAndItsLength() {
		HandleId handle = this.mount.create(".a.txt.swp");
		this.mount.write(handle, 0, "local");
		this.mount.fileSystem.truncate(handle, 8);
		this.mount.crash();
		assertThat(this.mount.read(handle)).isEqualTo("local\0\0\0");
		this.mount.write(handle, 5, " file");
		this.mount.closeFile(handle);
		assertThat(this.mount.files.application().names()).isEmpty();
		assertThat(this.mount.read(this.mount.open(".a.txt.swp", READ))).isEqualTo("local file");
	}

	@Test
	void aLocalFileThatWasDeletedStillReads() {
		HandleId handle = this.mount.create(".a.txt.swp");
		this.mount.write(handle, 0, "local");
		this.mount.delete(".a.txt.swp");
		this.mount.crash();
		assertThat(this.mount.read(handle)).isEqualTo("local");
		this.mount.closeFile(handle);
		assertThat(this.mount.unsaved).isEmpty();
	}

	@Test
	void aSaveThatIsInProgressKeepsTheRow() {
		this.mount.files.application().put("a.txt", "old");
		NodeKey key = this.mount.files.application().key("a.txt");
		this.mount.rename("a.txt", "a.txt~");
		this.mount.crash();
		assertThat(this.mount.read(this.mount.open("a.txt~", READ))).isEqualTo("old");
		HandleId handle = this.mount.create("a.txt");
		this.mount.write(handle, 0, "new");
		this.mount.crash();
		this.mount.closeFile(handle);
		assertThat(this.mount.stored("a.txt")).isEqualTo("new");
		assertThat(this.mount.files.application().key("a.txt")).isEqualTo(key);
		this.mount.crash();
		assertThat(this.mount.read(this.mount.open("a.txt~", READ))).isEqualTo("old");
	}

	@Test
	void aVersionThatOthersReplaceMeanwhileIsStale() {
		this.mount.files.application().put("a.txt", "content");
		HandleId handle = this.mount.open("a.txt", READ);
		CrashFixture.Image left = this.mount.copy();
		this.mount.leave();
		this.mount.files.application().put("a.txt", "other");
		this.mount.goOn(left, Set.of());
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> this.mount.read(handle))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.ESTALE));
		this.mount.fileSystem.release(handle);
		assertThat(this.mount.read(this.mount.open("a.txt", READ))).isEqualTo("other");
	}

	@Test
	void aListingGoesOnWhereItWas() {
		for (int i = 0; i < 35; i++) {
			this.mount.files.application().put("%02d.txt".formatted(i), "x");
		}
		HandleId handle = directory();
		List<String> seen = list(handle, 0, 18);
		this.mount.crash();
		seen.addAll(list(handle, 18, 100));
		assertThat(seen).hasSize(37).doesNotHaveDuplicates();
	}

	private List<String> list(HandleId handle, long offset, int count) {
		List<String> names = new ArrayList<>();
		this.mount.fileSystem.readDirectory(handle, offset, (name, status, next) -> {
			if (names.size() < count) {
				names.add(name);
				return true;
			}
			return false;
		});
		return names;
	}

	@Test
	void aNewFileThatItsProgramHasNotGotIsNotThere() {
		HandleId handle = this.mount.create("new.txt");
		this.mount.crash(Set.of(handle.value()));
		assertThat(this.mount.fileSystem.supervision().openHandles()).isZero();
		this.mount.closeFile(this.mount.create("new.txt"));
		assertThat(this.mount.unsaved).isEmpty();
	}

	@Test
	void numbersOfHandlesAreNotGivenAgain() {
		this.mount.files.application().put("a.txt", "content");
		HandleId last = this.mount.open("a.txt", READ);
		this.mount.fileSystem.release(last);
		this.mount.crash();
		assertThat(this.mount.open("a.txt", READ).value()).isGreaterThan(last.value());
	}

	@Test
	void bytesOfAnotherFileInTheSamePlaceOfTheSpoolAreNotTaken() {
		this.mount.files.application().put("a.txt", "content");
		HandleId first = this.mount.open("a.txt", WRITE);
		HandleId second = this.mount.open("a.txt", READ);
		this.mount.write(first, 0, "C");
		this.mount.closeFile(first);
		this.mount.fileSystem.release(second);
		HandleId other = this.mount.create("b.txt");
		this.mount.write(other, 0, "other");
		HandleId again = this.mount.open("a.txt", READ);
		this.mount.crash();
		assertThat(this.mount.read(again)).isEqualTo("Content");
		assertThat(this.mount.read(other)).isEqualTo("other");
	}

}
