package io.fusemount.conformance.vfs;

import java.time.Instant;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: a row keeps its identity when a program keeps the old content beside it under
 * a permanent name: {@code sed -i.bak}, {@code perl -i.bak}, {@code patch -b}.
 */
abstract class VfsStoredBackupKit extends VfsSavingBesideKit {

	private static final Caller OTHER = new Caller(1000, 1000, 8);

	@Test
	@Semantics("A row stays with its name, and its old content gets a row of its own, when a program that has a new "
			+ "file renames the old file to a name that contains its own and then the new file to the old name.")
	void rowStaysWithItsNameAndTheBackupGetsARowOfItsOwn() {
		long before = application().commits();
		rename("a.txt", BACKUP);
		rename(NEW, "a.txt");
		assertThat(application().commits()).isEqualTo(before + 2);
		assertSaved("new", "old");
		assertThat(application().key(BACKUP)).isNotNull().isNotEqualTo(this.row);
	}

	@Test
	void olderBackupKeepsItsRow() {
		saveBeside("new");
		NodeKey backup = committedKey(BACKUP);
		writeFile(NEW, "newest");
		long before = application().commits();
		saveBeside("newest");
		assertThat(application().commits()).isEqualTo(before + 2);
		assertSaved("newest", "new");
		assertThat(application().key(BACKUP)).isEqualTo(backup);
	}

	@Test
	void newFileMayHaveARowAlready() {
		delete(NEW);
		writeFile("a.txt.o7", "new");
		NodeKey temporary = committedKey("a.txt.o7");
		rename("a.txt", BACKUP);
		rename("a.txt.o7", "a.txt");
		assertSaved("new", "old");
		assertThat(application().key(BACKUP)).isNotEqualTo(temporary);
	}

	@Test
	void rowMayHaveBeenMadeAMomentAgo() {
		delete("a.txt");
		writeFile("a.txt", "old");
		this.row = committedKey("a.txt");
		saveBeside("new");
		assertSaved("new", "old");
	}

	@Test
	void untilTheNewFileComesTheOldOneIsSeenUnderTheNameOfTheBackup() {
		rename("a.txt", BACKUP);
		assertThat(find("a.txt")).isNull();
		assertThat(list()).containsExactlyInAnyOrder(BACKUP, NEW);
		assertThat(readFile(BACKUP)).isEqualTo("old");
		assertThat(status(BACKUP).size()).isEqualTo(3);
		assertThat(application().key("a.txt")).isEqualTo(this.row);
	}

	@Test
	void olderBackupIsNotSeenUntilTheNewFileComes() {
		application().put(BACKUP, bytes("oldest content"));
		rename("a.txt", BACKUP);
		assertThat(list()).containsExactlyInAnyOrder(BACKUP, NEW);
		assertThat(readFile(BACKUP)).isEqualTo("old");
		assertThat(status(BACKUP).size()).isEqualTo(3);
	}

	@Test
	@Semantics("If the new file does not follow, the old file is renamed as requested, at the latest when its "
			+ "directory is synchronised or the filesystem unmounted.")
	void renameIsCommittedIfNoNewFileComes() {
		rename("a.txt", BACKUP);
		fileSystem().drain();
		assertRenamed("old");
	}

	@Test
	void renameOverAnOlderBackupIsCommittedIfNoNewFileComes() {
		application().put(BACKUP, bytes("oldest"));
		NodeKey backup = committedKey(BACKUP);
		rename("a.txt", BACKUP);
		fileSystem().drain();
		assertThat(application().key("a.txt")).isNull();
		assertThat(application().key(BACKUP)).isEqualTo(backup);
		assertThat(committed(BACKUP)).isEqualTo("old");
	}

	@Test
	void renameIsCommittedWhenItsDirectoryIsSynchronised() {
		rename("a.txt", BACKUP);
		HandleId directory = fileSystem().openDirectory(fileSystem().resolve(directory()));
		fileSystem().syncDirectory(directory);
		fileSystem().releaseDirectory(directory);
		assertRenamed("old");
	}

	@Test
	@Semantics("Every other rename to a name that is not a scratch name is committed at once.")
	void renameByAProgramWithoutANewFileIsCommittedAtOnce() {
		Caller.bind(OTHER);
		rename("a.txt", BACKUP);
		assertRenamed("old");
	}

	@Test
	void renameToAnUnrelatedNameIsCommittedAtOnce() {
		rename("a.txt", "b.txt");
		assertThat(application().key("b.txt")).isEqualTo(this.row);
	}

	@Test
	void renameOfTheOnlyNewFileIsCommittedAtOnce() {
		delete(NEW);
		writeFile("b.txt", "b");
		NodeKey written = committedKey("b.txt");
		rename("b.txt", "b.txt.done");
		assertThat(application().key("b.txt.done")).isEqualTo(written);
	}

	@Test
	void newFileOfAnotherProgramIsAnotherRow() {
		rename("a.txt", BACKUP);
		Caller.bind(OTHER);
		rename(NEW, "a.txt");
		assertThat(application().key(BACKUP)).isEqualTo(this.row);
		assertThat(committed(BACKUP)).isEqualTo("old");
		assertThat(committed("a.txt")).isEqualTo("new");
	}

	@Test
	void establishedFileThatGetsTheNameKeepsItsIdentity() {
		application().put("b.txt", bytes("b"));
		NodeKey other = committedKey("b.txt");
		rename("a.txt", BACKUP);
		rename("b.txt", "a.txt");
		assertThat(application().key("a.txt")).isEqualTo(other);
		assertThat(application().key(BACKUP)).isEqualTo(this.row);
	}

	@Test
	void fileThatIsCreatedUnderTheOldNameIsAnotherRow() {
		rename("a.txt", BACKUP);
		HandleId handle = create("a.txt");
		assertRenamed("old");
		write(handle, 0, "created");
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("created");
		assertThat(committed(BACKUP)).isEqualTo("old");
		assertThat(list()).containsExactlyInAnyOrder("a.txt", BACKUP, NEW);
	}

	@Test
	void backupThatIsDeletedIsGone() {
		application().put(BACKUP, bytes("oldest"));
		rename("a.txt", BACKUP);
		delete(BACKUP);
		assertThat(list()).containsExactly(NEW);
		assertThat(application().key("a.txt")).isNull();
		assertThat(application().key(BACKUP)).isNull();
	}

	@Test
	void backupThatIsRenamedIsTheRow() {
		rename("a.txt", BACKUP);
		rename(BACKUP, "b.txt");
		assertThat(application().key("b.txt")).isEqualTo(this.row);
		assertThat(list()).containsExactlyInAnyOrder("b.txt", NEW);
	}

	@Test
	void backupThatReturnsToItsNameIsTheRow() {
		rename("a.txt", BACKUP);
		rename(BACKUP, "a.txt");
		assertThat(application().key("a.txt")).isEqualTo(this.row);
		assertThat(list()).containsExactlyInAnyOrder("a.txt", NEW);
	}

	@Test
	void whatIsRenamedOverTheBackupTakesItsRow() {
		rename("a.txt", BACKUP);
		rename(NEW, BACKUP);
		assertThat(application().key(BACKUP)).isEqualTo(this.row);
		assertThat(committed(BACKUP)).isEqualTo("new");
		assertThat(list()).containsExactly(BACKUP);
	}

	@Test
	@Semantics("A file that is open for writing is renamed as requested.")
	void whoWritesToTheBackupKeepsTheRow() {
		rename("a.txt", BACKUP);
		HandleId writer = open(BACKUP, WRITE);
		write(writer, 0, "O");
		rename(NEW, "a.txt");
		write(writer, 3, "!");
		close(writer);
		assertThat(application().key(BACKUP)).isEqualTo(this.row);
		assertThat(committed(BACKUP)).isEqualTo("Old!");
		assertThat(committed("a.txt")).isEqualTo("new");
	}

	@Test
	void whoWritesToTheFileKeepsTheRow() {
		HandleId writer = open("a.txt", WRITE);
		saveBeside("new");
		write(writer, 0, "O");
		close(writer);
		assertThat(application().key(BACKUP)).isEqualTo(this.row);
		assertThat(committed(BACKUP)).isEqualTo("Old");
	}

	@Test
	void aNameThatTheApplicationHasTakenMeanwhileIsTheBackups() {
		rename("a.txt", BACKUP);
		application().put(BACKUP, bytes("by the application"));
		NodeKey taken = committedKey(BACKUP);
		rename(NEW, "a.txt");
		assertSaved("new", "old");
		assertThat(application().key(BACKUP)).isEqualTo(taken);
	}

	@Test
	void aNameThatTheApplicationHasTakenIsReplacedIfNoNewFileComes() {
		rename("a.txt", BACKUP);
		application().put(BACKUP, bytes("by the application"));
		fileSystem().drain();
		assertThat(committed(BACKUP)).isEqualTo("old");
		assertThat(committed("a.txt")).isNull();
		assertThat(fixture().failures()).isEmpty();
	}

	@Test
	void whoHasFoundTheBackupChangesNoTimeOfTheFile() {
		rename("a.txt", BACKUP);
		Node found = node(BACKUP);
		rename(NEW, "a.txt");
		HandleId writer = open("a.txt", WRITE);
		write(writer, 0, "newer than that");
		Instant modified = fileSystem().status(writer).modified();
		assertErrno(() -> fileSystem().setModified(found, Instant.EPOCH), Errno.ESTALE);
		assertThat(fileSystem().status(writer).modified()).isEqualTo(modified);
		assertThat(fileSystem().status(found).size()).isEqualTo(3);
		close(writer);
	}

	@Test
	void whatCouldNotBeStoredInTheBackupYetIsInItThen() {
		rename("a.txt", BACKUP);
		HandleId reader = open(BACKUP, OpenOptions.READ);
		HandleId writer = open(BACKUP, WRITE);
		write(writer, 0, "O");
		application().failNextCommit(Errno.EIO);
		assertErrno(() -> close(writer), Errno.EIO);
		rename(NEW, "a.txt");
		close(reader);
		assertThat(application().key(BACKUP)).isEqualTo(this.row);
		assertThat(committed(BACKUP)).isEqualTo("Old");
		assertThat(committed("a.txt")).isEqualTo("new");
	}

	@Test
	void whatIsWrittenToTheBackupBeforeTheNewFileComesIsInIt() {
		rename("a.txt", BACKUP);
		writeFile(BACKUP, "changed");
		fileSystem().truncate(node(BACKUP), 6);
		rename(NEW, "a.txt");
		assertSaved("new", "change");
	}

	@Test
	void readersKeepWhatTheyHave() {
		application().put(BACKUP, bytes("oldest"));
		HandleId older = open(BACKUP, OpenOptions.READ);
		HandleId old = open("a.txt", OpenOptions.READ);
		rename("a.txt", BACKUP);
		HandleId backup = open(BACKUP, OpenOptions.READ);
		rename(NEW, "a.txt");
		assertThat(read(older)).isEqualTo("oldest");
		assertThat(read(old)).isEqualTo("old");
		assertThat(read(backup)).isEqualTo("old");
		for (HandleId handle : new HandleId[] { older, old, backup }) {
			close(handle);
		}
		assertSaved("new", "old");
	}

	@Test
	void whoHasFoundTheBackupBeforeItHadARowLooksAgain() {
		rename("a.txt", BACKUP);
		Node found = node(BACKUP);
		rename(NEW, "a.txt");
		assertErrno(() -> fileSystem().open(found, WRITE), Errno.ESTALE);
		assertErrno(() -> fileSystem().open(found, OpenOptions.READ), Errno.ESTALE);
		assertErrno(() -> fileSystem().truncate(found, 0), Errno.ESTALE);
		assertSaved("new", "old");
	}

	@Test
	void whatTheApplicationChangesMeanwhileIsInTheBackup() {
		rename("a.txt", BACKUP);
		changeBehind("a.txt", "changed");
		assertThat(readFile(BACKUP)).isEqualTo("changed");
		rename(NEW, "a.txt");
		assertSaved("new", "changed");
	}

	@Test
	void whatTheApplicationHasChangedUnseenIsInTheBackup() {
		rename("a.txt", BACKUP);
		application().put("a.txt", bytes("changed"));
		rename(NEW, "a.txt");
		assertSaved("new", "changed");
	}

	@Test
	void rowThatTheApplicationDeletesMeanwhileIsGone() {
		rename("a.txt", BACKUP);
		removeBehind("a.txt");
		assertThat(list()).containsExactly(NEW);
		rename(NEW, "a.txt");
		assertThat(list()).containsExactly("a.txt");
		assertThat(committed("a.txt")).isEqualTo("new");
	}

	@Test
	void nothingIsLostIfTheBackupCannotBeStored() {
		rename("a.txt", BACKUP);
		application().failNextCommit(Errno.EIO);
		assertErrno(() -> rename(NEW, "a.txt"), Errno.EIO);
		assertThat(readFile(BACKUP)).isEqualTo("old");
		assertThat(readFile(NEW)).isEqualTo("new");
		rename(NEW, "a.txt");
		assertSaved("new", "old");
	}

	@Test
	void renameIsUndoneIfTheApplicationRefusesIt() {
		rename("a.txt", BACKUP);
		application().failNextCommit(Errno.EINVAL);
		fileSystem().drain();
		assertThat(application().key("a.txt")).isEqualTo(this.row);
		assertThat(committed("a.txt")).isEqualTo("old");
		assertThat(fixture().failures()).singleElement().asString().contains("RENAME", BACKUP);
	}

	@Test
	void rowOfADirectoryThatTakesNoNewOnesIsRenamedAtOnce() {
		fixture().fixed().put("a.txt", bytes("old"));
		NodeKey fixed = fixture().fixed().key("a.txt");
		fileSystem().release(fileSystem().create(fileSystem().locate("/fixed/" + NEW), OpenOptions.NEW));
		fileSystem().rename(fileSystem().locate("/fixed/a.txt"), fileSystem().locate("/fixed/" + BACKUP));
		assertThat(fixture().fixed().key(BACKUP)).isEqualTo(fixed);
	}

}
