package io.fusemount.conformance.vfs;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: a row keeps its identity through the sequences of renames by which programs
 * save.
 */
abstract class VfsBackupKit extends VfsKit {

	@Test
	@Semantics("A row that is renamed to a scratch name and followed by a new file of its old name keeps its identity with that name.")
	void rowStaysWithTheNameThroughABackupByRename() {
		application().put("a.txt", bytes("old"));
		NodeKey key = committedKey("a.txt");
		long before = application().commits();
		rename("a.txt", "a.txt~");
		assertThat(find("a.txt")).isNull();
		assertThat(list()).containsExactly("a.txt~");
		assertThat(readFile("a.txt~")).isEqualTo("old");
		HandleId handle = create("a.txt");
		write(handle, 0, "new");
		assertThat(list()).containsExactlyInAnyOrder("a.txt", "a.txt~");
		close(handle);
		assertThat(application().key("a.txt")).isEqualTo(key);
		assertThat(committed("a.txt")).isEqualTo("new");
		assertThat(application().commits()).isEqualTo(before + 1);
		assertThat(readFile("a.txt")).isEqualTo("new");
		assertThat(readFile("a.txt~")).isEqualTo("old");
		assertThat(list()).containsExactlyInAnyOrder("a.txt", "a.txt~");
		delete("a.txt~");
		assertThat(list()).containsExactly("a.txt");
		assertThat(application().key("a.txt~")).isNull();
	}

	@Test
	void rowStaysWithTheNameWhenAScratchFileFollows() {
		application().put("a.txt", bytes("old"));
		NodeKey key = committedKey("a.txt");
		writeFile("~WRD0000.tmp", "new");
		rename("a.txt", "~WRL0001.tmp");
		rename("~WRD0000.tmp", "a.txt");
		assertThat(readFile("~WRL0001.tmp")).isEqualTo("old");
		delete("~WRL0001.tmp");
		assertThat(application().key("a.txt")).isEqualTo(key);
		assertThat(committed("a.txt")).isEqualTo("new");
		assertThat(readFile("a.txt")).isEqualTo("new");
		assertThat(list()).containsExactly("a.txt");
	}

	@Test
	void rowStaysWithTheNameWhenAFileFollowsThatWasMadeAMomentAgo() {
		application().put("a.xlsx", bytes("old"));
		NodeKey key = committedKey("a.xlsx");
		writeFile("C7A41000", "new");
		rename("a.xlsx", "4F3A2B1C.tmp");
		rename("C7A41000", "a.xlsx");
		delete("4F3A2B1C.tmp");
		assertThat(application().key("a.xlsx")).isEqualTo(key);
		assertThat(application().key("C7A41000")).isNull();
		assertThat(readFile("a.xlsx")).isEqualTo("new");
		assertThat(list()).containsExactly("a.xlsx");
	}

	@Test
	void rowStaysWithTheNameWhenItsSuccessorWasMadeByMknod() {
		application().put("a.xlsx", bytes("old"));
		NodeKey key = committedKey("a.xlsx");
		fileSystem().createEmpty(at("C7A41000"));
		writeFile("C7A41000", "new");
		rename("a.xlsx", "4F3A2B1C.tmp");
		rename("C7A41000", "a.xlsx");
		assertThat(application().key("a.xlsx")).isEqualTo(key);
		assertThat(application().key("C7A41000")).isNull();
		assertThat(readFile("a.xlsx")).isEqualTo("new");
	}

	@Test
	void rowStaysWithTheNameWhenTheBackupIsDeletedBeforeTheNewFileIsClosed() {
		application().put("a.txt", bytes("old"));
		NodeKey key = committedKey("a.txt");
		rename("a.txt", "a.txt~");
		HandleId handle = create("a.txt");
		delete("a.txt~");
		assertThat(list()).containsExactly("a.txt");
		write(handle, 0, "new");
		close(handle);
		assertThat(application().key("a.txt")).isEqualTo(key);
		assertThat(committed("a.txt")).isEqualTo("new");
		assertThat(list()).containsExactly("a.txt");
	}

	@Test
	@Semantics("A row whose backup is deleted before its new content is stored is restored if storing fails.")
	void rowIsThereAgainIfItsBackupIsDeletedAndTheNewFileCanNotBeStored() {
		application().put("a.txt", bytes("old"));
		NodeKey key = committedKey("a.txt");
		rename("a.txt", "a.txt~");
		HandleId handle = create("a.txt");
		delete("a.txt~");
		write(handle, 0, "new");
		application().failNextCommit(Errno.EINVAL);
		assertErrno(() -> fileSystem().flush(handle), Errno.EINVAL);
		fileSystem().release(handle);
		fileSystem().drain();
		assertThat(application().key("a.txt")).isEqualTo(key);
		assertThat(committed("a.txt")).isEqualTo("old");
	}

	@Test
	void rowIsDeletedIfItsBackupAndTheNewFileAre() {
		application().put("a.txt", bytes("old"));
		rename("a.txt", "a.txt~");
		HandleId handle = create("a.txt");
		delete("a.txt~");
		delete("a.txt");
		close(handle);
		assertThat(application().key("a.txt")).isNull();
		assertThat(list()).isEmpty();
	}

	@Test
	void rowIsDeletedIfItsBackupIsAndTheNewFileGoesToAnotherName() {
		application().put("a.txt", bytes("old"));
		readFile("a.txt");
		rename("a.txt", "a.txt~");
		HandleId handle = create("a.txt");
		write(handle, 0, "new");
		delete("a.txt~");
		rename("a.txt", "b.txt");
		close(handle);
		assertThat(application().key("a.txt")).isNull();
		assertThat(committed("b.txt")).isEqualTo("new");
		assertThat(list()).containsExactly("b.txt");
		assertThat(fileSystem().supervision().contentCache().bytes()).as("content of the row that was deleted")
			.isLessThanOrEqualTo("new".length());
	}

	@Test
	void backupReplacesAnOlderOne() {
		application().put("a.txt", bytes("one"));
		NodeKey key = committedKey("a.txt");
		for (String text : new String[] { "two", "three" }) {
			rename("a.txt", "a.txt~");
			writeFile("a.txt", text);
		}
		assertThat(application().key("a.txt")).isEqualTo(key);
		assertThat(readFile("a.txt")).isEqualTo("three");
		assertThat(readFile("a.txt~")).isEqualTo("two");
	}

	@Test
	void backupThatReturnsToItsNameHasNeverLeftIt() {
		application().put("a.txt", bytes("old"));
		NodeKey key = committedKey("a.txt");
		long before = application().commits();
		rename("a.txt", "a.txt~");
		rename("a.txt~", "a.txt");
		assertThat(readFile("a.txt")).isEqualTo("old");
		rename("a.txt", "a.txt~");
		HandleId handle = create("a.txt");
		write(handle, 0, "bad");
		rename("a.txt~", "a.txt");
		close(handle);
		assertThat(application().commits()).isEqualTo(before);
		assertThat(application().key("a.txt")).isEqualTo(key);
		assertThat(readFile("a.txt")).isEqualTo("old");
		assertThat(list()).containsExactly("a.txt");
	}

	@Test
	void backupReturnsToTheNameOfANewFileThatIsStillOpenAndIsDeleted() {
		application().put("a.txt", bytes("old"));
		NodeKey key = committedKey("a.txt");
		rename("a.txt", "a.txt~");
		HandleId handle = create("a.txt");
		write(handle, 0, "bad");
		rename("a.txt~", "a.txt");
		close(handle);
		assertThat(application().key("a.txt")).isEqualTo(key);
		assertThat(readFile("a.txt")).isEqualTo("old");
		assertThat(list()).containsExactly("a.txt");
	}

	@Test
	void localFileIsNotWhatARowOfItsNameWaitsFor() {
		application().put("a.tmp", bytes("row"));
		rename("a.tmp", "a.txt~");
		writeFile("a.tmp", "local");
		delete("a.txt~");
		assertThat(application().key("a.tmp")).isNull();
		assertThat(readFile("a.tmp")).isEqualTo("local");
	}

	@Test
	void rowsThatMoveOnFromOneScratchNameToTheNextStayThemselves() {
		application().put("a.tmp", bytes("a"));
		application().put("b.txt", bytes("b"));
		NodeKey a = committedKey("a.tmp");
		NodeKey b = committedKey("b.txt");
		rename("a.tmp", "c.tmp");
		rename("b.txt", "a.tmp");
		writeFile("d.txt", "d");
		rename("d.txt", "a.tmp");
		assertThat(readFile("a.tmp")).isEqualTo("d");
		assertThat(readFile("c.tmp")).isEqualTo("a");
		fileSystem().drain();
		assertThat(application().key("c.tmp")).isEqualTo(a);
		assertThat(application().key("a.tmp")).isEqualTo(b);
		assertThat(committed("a.tmp")).isEqualTo("d");
		assertThat(committed("c.tmp")).isEqualTo("a");
	}

	@Test
	@Semantics("A row that is renamed to a scratch name and not followed by a new file is renamed, after a few seconds or at the latest when the filesystem is unmounted.")
	void renameToAScratchNameIsCommittedIfNothingFollows() {
		application().put("a.txt", bytes("text"));
		NodeKey key = committedKey("a.txt");
		rename("a.txt", "a.tmp");
		assertThat(application().key("a.txt")).as("before").isEqualTo(key);
		fileSystem().drain();
		assertThat(application().key("a.txt")).isNull();
		assertThat(application().key("a.tmp")).isEqualTo(key);
	}

	@Test
	void fileThatIsDeletedUnderItsScratchNameIsDeleted() {
		application().put("a.txt", bytes("text"));
		rename("a.txt", "a.txt~");
		delete("a.txt~");
		assertThat(application().key("a.txt")).isNull();
		assertThat(list()).isEmpty();
		writeFile("a.txt", "new");
		assertThat(committed("a.txt")).isEqualTo("new");
	}

	@Test
	void fileThatGoesOnToAnotherNameIsRenamed() {
		application().put("a.txt", bytes("text"));
		NodeKey key = committedKey("a.txt");
		rename("a.txt", "a.txt~");
		rename("a.txt~", "b.tmp");
		assertThat(list()).containsExactly("b.tmp");
		rename("b.tmp", "b.txt");
		assertThat(application().key("b.txt")).isEqualTo(key);
		assertThat(application().key("a.txt")).isNull();
		assertThat(list()).containsExactly("b.txt");
		assertThat(readFile("b.txt")).isEqualTo("text");
	}

	@Test
	void filesThatChangeNamesByWayOfAScratchNameStayThemselves() {
		application().put("a.txt", bytes("a"));
		application().put("b.txt", bytes("b"));
		NodeKey a = committedKey("a.txt");
		NodeKey b = committedKey("b.txt");
		rename("a.txt", "x.tmp");
		rename("b.txt", "a.txt");
		rename("x.tmp", "b.txt");
		assertThat(application().key("a.txt")).isEqualTo(b);
		assertThat(application().key("b.txt")).isEqualTo(a);
		assertThat(readFile("a.txt")).isEqualTo("b");
		assertThat(readFile("b.txt")).isEqualTo("a");
		assertThat(list()).containsExactlyInAnyOrder("a.txt", "b.txt");
	}

	@Test
	void readerKeepsTheOldContentThroughABackupByRename() {
		application().put("a.txt", bytes("old"));
		HandleId reader = open("a.txt", OpenOptions.READ);
		rename("a.txt", "a.txt~");
		writeFile("a.txt", "new");
		assertThat(read(reader)).isEqualTo("old");
		close(reader);
		assertThat(readFile("a.txt")).isEqualTo("new");
	}

	@Test
	void handlesOfTheOldFileGoOnWithTheBackup() {
		application().put("a.txt", bytes("old"));
		HandleId before = open("a.txt", OpenOptions.READ_WRITE);
		rename("a.txt", "a.txt~");
		HandleId after = open("a.txt~", OpenOptions.READ_WRITE);
		write(after, 0, "O");
		writeFile("a.txt", "new");
		write(before, 1, "LD");
		assertThat(read(after)).isEqualTo("OLD");
		assertThat(fileSystem().status(before).size()).isEqualTo(3);
		close(before);
		close(after);
		assertThat(readFile("a.txt~")).isEqualTo("OLD");
		assertThat(readFile("a.txt")).isEqualTo("new");
		assertThat(committed("a.txt")).isEqualTo("new");
		assertThat(application().key("a.txt~")).isNull();
		assertThat(status("a.txt~").inode()).isNotEqualTo(status("a.txt").inode());
		rename("a.txt~", "a.txt");
		assertThat(committed("a.txt")).isEqualTo("OLD");
	}

	@Test
	void backupThatIsDeletedWhileOpenCanBeUsedUntilItIsClosed() {
		application().put("a.txt", bytes("old"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		rename("a.txt", "a.txt~");
		writeFile("a.txt", "new");
		delete("a.txt~");
		write(handle, 0, "OLD");
		assertThat(fileSystem().status(handle).links()).isZero();
		assertThat(read(handle)).isEqualTo("OLD");
		close(handle);
		assertThat(list()).containsExactly("a.txt");
		assertThat(committed("a.txt")).isEqualTo("new");
	}

	@Test
	void changeOfTheApplicationIsAConflictThoughSomebodyHasTheBackupOpen() {
		application().put("a.txt", bytes("old"));
		rename("a.txt", "a.txt~");
		changeBehind("a.txt", "changed");
		HandleId reader = open("a.txt~", OpenOptions.READ);
		HandleId handle = create("a.txt");
		write(handle, 0, "new");
		assertErrno(() -> fileSystem().flush(handle), Errno.ESTALE);
		fileSystem().release(handle);
		assertThat(read(reader)).isEqualTo("changed");
		close(reader);
		assertThat(committed("a.txt")).isEqualTo("changed");
	}

	@Test
	void backupShowsWhatWasWrittenBeforeTheRename() {
		application().put("a.txt", bytes("old"));
		HandleId writer = open("a.txt", OpenOptions.READ_WRITE);
		write(writer, 0, "OLD");
		rename("a.txt", "a.txt~");
		writeFile("a.txt", "new");
		assertThat(readFile("a.txt~")).isEqualTo("OLD");
		close(writer);
		assertThat(committed("a.txt")).isEqualTo("new");
	}

	@Test
	void changeOfTheApplicationDuringABackupByRenameIsAConflict() {
		application().put("a.txt", bytes("old"));
		rename("a.txt", "a.txt~");
		HandleId handle = create("a.txt");
		write(handle, 0, "new");
		changeBehind("a.txt", "changed");
		assertThat(readFile("a.txt~")).isEqualTo("changed");
		assertErrno(() -> fileSystem().flush(handle), Errno.ESTALE);
		fileSystem().release(handle);
		assertThat(committed("a.txt")).isEqualTo("changed");
		assertThat(fixture().unsavedContent()).hasSize(1);
	}

	@Test
	void rowThatTheApplicationDeletesDuringABackupByRenameIsGone() {
		application().put("a.txt", bytes("old"));
		rename("a.txt", "a.txt~");
		removeBehind("a.txt");
		assertThat(find("a.txt~")).isNull();
		assertThat(list()).isEmpty();
		fileSystem().drain();
		assertThat(application().key("a.txt~")).isNull();
	}

}
