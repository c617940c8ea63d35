package io.fusemount.conformance.vfs;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: rename is one transaction, a replaced file keeps its identity, and handles
 * follow the node.
 */
abstract class VfsRenameKit extends VfsKit {

	@Test
	@Semantics("Renaming keeps the row's identity.")
	void renamedFileKeepsIdentityAndContent() {
		application().put("a.txt", bytes("text"));
		NodeKey key = committedKey("a.txt");
		long before = application().commits();
		rename("a.txt", "b.txt");
		assertThat(application().commits()).isEqualTo(before + 1);
		assertThat(application().key("b.txt")).isEqualTo(key);
		assertThat(committed("b.txt")).isEqualTo("text");
		assertThat(committed("a.txt")).isNull();
		assertThat(find("a.txt")).isNull();
		assertThat(readFile("b.txt")).isEqualTo("text");
		assertThat(list()).containsExactly("b.txt");
	}

	@Test
	@Semantics("Renaming over a file replaces its content and times and keeps its row: id, associations and other "
			+ "columns stay.")
	void replacedFileKeepsItsIdentityAndGetsTheContent() {
		application().put("old.txt", bytes("old"));
		application().put("new.txt", bytes("brand new"));
		NodeKey key = committedKey("old.txt");
		long before = application().commits();
		rename("new.txt", "old.txt");
		assertThat(application().commits()).isEqualTo(before + 1);
		assertThat(application().key("old.txt")).isEqualTo(key);
		assertThat(committed("old.txt")).isEqualTo("brand new");
		assertThat(committed("new.txt")).isNull();
		assertThat(readFile("old.txt")).isEqualTo("brand new");
		assertThat(status("old.txt").size()).isEqualTo(9);
		assertThat(list()).containsExactly("old.txt");
	}

	@Test
	void renameCanBeRepeated() {
		application().put("a.txt", bytes("text"));
		for (int i = 0; i < 3; i++) {
			rename("a.txt", "b.txt");
			rename("b.txt", "a.txt");
		}
		assertThat(committed("a.txt")).isEqualTo("text");
		writeFile("a.txt", "still writable");
		assertThat(committed("a.txt")).isEqualTo("still writable");
	}

	@Test
	@Semantics("Open handles follow the file through a rename, not the name.")
	void handleFollowsTheRenamedFile() {
		application().put("a.txt", bytes("text"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		rename("a.txt", "b.txt");
		assertThat(read(handle)).isEqualTo("text");
		write(handle, 0, "TEXT");
		close(handle);
		assertThat(committed("b.txt")).isEqualTo("TEXT");
		assertThat(committed("a.txt")).isNull();
	}

	@Test
	void renameCommitsADirtySource() {
		application().put("a.txt", bytes("text"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		write(handle, 0, "TEXT");
		rename("a.txt", "b.txt");
		assertThat(committed("b.txt")).isEqualTo("TEXT");
		assertThat(committed("a.txt")).isNull();
		write(handle, 4, "!");
		close(handle);
		assertThat(committed("b.txt")).isEqualTo("TEXT!");
	}

	@Test
	@Semantics("Renaming a file that was never committed commits it under the new name.")
	void renameOfAnUncommittedFileTakesTheBytesAlong() {
		HandleId handle = create("a.tmp");
		write(handle, 0, "text");
		rename("a.tmp", "a.txt");
		assertThat(committed("a.txt")).isEqualTo("text");
		assertThat(committed("a.tmp")).isNull();
		write(handle, 4, "!");
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("text!");
		assertThat(list()).containsExactly("a.txt");
	}

	@Test
	void renameOfAnUncommittedFileReplacesContentAndKeepsIdentity() {
		application().put("a.txt", bytes("old"));
		NodeKey key = committedKey("a.txt");
		HandleId handle = create("a.tmp");
		write(handle, 0, "brand new");
		rename("a.tmp", "a.txt");
		assertThat(committed("a.txt")).isEqualTo("brand new");
		assertThat(application().key("a.txt")).isEqualTo(key);
		write(handle, 9, "!");
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("brand new!");
		assertThat(committed("a.tmp")).isNull();
		assertThat(list()).containsExactly("a.txt");
	}

	@Test
	void writeThenReplaceIsHowProgramsSave() {
		application().put("report.odt", bytes("old"));
		NodeKey key = committedKey("report.odt");
		for (int i = 0; i < 3; i++) {
			writeFile("report.tmp", "version " + i);
			rename("report.tmp", "report.odt");
			assertThat(committed("report.odt")).isEqualTo("version " + i);
		}
		assertThat(application().key("report.odt")).isEqualTo(key);
		assertThat(list()).containsExactly("report.odt");
	}

	@Test
	void handleOfTheSourceFollowsIntoTheReplacedFile() {
		application().put("old.txt", bytes("old"));
		application().put("new.txt", bytes("brand new"));
		HandleId handle = open("new.txt", OpenOptions.READ_WRITE);
		assertThat(read(handle)).isEqualTo("brand new");
		rename("new.txt", "old.txt");
		assertThat(read(handle)).isEqualTo("brand new");
		write(handle, 0, "BRAND");
		close(handle);
		assertThat(committed("old.txt")).isEqualTo("BRAND new");
		assertThat(committed("new.txt")).isNull();
	}

	@Test
	@Semantics("A file that is replaced while it is open stays readable through its handles.")
	void replacedFileThatIsOpenKeepsItsContentForItsHandles() {
		application().put("old.txt", bytes("old"));
		application().put("new.txt", bytes("brand new"));
		NodeKey key = committedKey("old.txt");
		HandleId reader = open("old.txt", OpenOptions.READ);
		rename("new.txt", "old.txt");
		assertThat(application().key("old.txt")).isEqualTo(key);
		assertThat(committed("old.txt")).isEqualTo("brand new");
		assertThat(read(reader)).isEqualTo("old");
		assertThat(readFile("old.txt")).isEqualTo("brand new");
		close(reader);
		assertThat(committed("old.txt")).isEqualTo("brand new");
		assertThat(application().key("old.txt")).isEqualTo(key);
		assertThat(readFile("old.txt")).isEqualTo("brand new");
		assertThat(list()).containsExactly("old.txt");
	}

	@Test
	void bytesWrittenToAReplacedFileGoNowhere() {
		application().put("old.txt", bytes("old"));
		HandleId writer = open("old.txt", OpenOptions.READ_WRITE);
		write(writer, 0, "OLD");
		writeFile("new.txt", "brand new");
		rename("new.txt", "old.txt");
		assertThat(read(writer)).isEqualTo("OLD");
		write(writer, 3, "!");
		close(writer);
		assertThat(committed("old.txt")).isEqualTo("brand new");
		assertThat(list()).containsExactly("old.txt");
	}

	@Test
	void renameOntoItselfDoesNothing() {
		application().put("a.txt", bytes("text"));
		long before = application().commits();
		rename("a.txt", "a.txt");
		assertThat(application().commits()).isEqualTo(before);
		assertThat(committed("a.txt")).isEqualTo("text");
	}

	@Test
	@Semantics("A rename to a free name of another repository's directory ends with EXDEV, so that `mv` copies.")
	void renameBetweenDirectoriesIsRefused() {
		application().put("a.txt", bytes("text"));
		var target = fileSystem().locate("/archive/a.txt");
		assertErrno(() -> fileSystem().rename(at("a.txt"), target), Errno.EXDEV);
		assertErrno(() -> fileSystem().rename(target, at("b.txt")), Errno.EXDEV, Errno.ENOENT);
		assertThat(committed("a.txt")).isEqualTo("text");
	}

	@Test
	void renameOfNothingIsRefused() {
		application().put("a.txt", bytes("text"));
		assertErrno(() -> rename("missing", "b.txt"), Errno.ENOENT);
		assertErrno(() -> rename("missing", "a.txt"), Errno.ENOENT);
		assertThat(committed("a.txt")).isEqualTo("text");
	}

	@Test
	void failedRenameChangesNothing() {
		application().put("a.txt", bytes("a"));
		application().put("b.txt", bytes("b"));
		application().failNextCommit(Errno.EBUSY);
		assertErrno(() -> rename("a.txt", "b.txt"), Errno.EBUSY);
		application().failNextCommit(Errno.EINVAL);
		assertErrno(() -> rename("a.txt", "c.txt"), Errno.EPERM);
		assertThat(readFile("a.txt")).isEqualTo("a");
		assertThat(readFile("b.txt")).isEqualTo("b");
		assertThat(list()).containsExactlyInAnyOrder("a.txt", "b.txt");
	}

	@Test
	void renameOntoAFileThatChangedUnnoticedEndsWellWhenTheKernelAsksAgain() {
		application().put("old.txt", bytes("old"));
		application().put("new.txt", bytes("brand new"));
		assertThat(list()).hasSize(2);
		application().put("old.txt", bytes("changed"));
		renameAsTheKernelDoes("new.txt", "old.txt");
		assertThat(committed("old.txt")).isEqualTo("brand new");
		assertThat(list()).containsExactly("old.txt");
	}

	@Test
	void renameOfAFileThatChangedUnnoticedEndsWellWhenTheKernelAsksAgain() {
		application().put("a.txt", bytes("old"));
		assertThat(list()).hasSize(1);
		application().put("a.txt", bytes("changed"));
		renameAsTheKernelDoes("a.txt", "b.txt");
		assertThat(readFile("b.txt")).isEqualTo("changed");
		assertThat(list()).containsExactly("b.txt");
	}

	@Test
	void renameOfANewFileOntoAFileThatChangedUnnoticedEndsWell() {
		application().put("old.txt", bytes("old"));
		HandleId handle = create("new.tmp");
		write(handle, 0, "brand new");
		status("old.txt");
		application().put("old.txt", bytes("changed"));
		renameAsTheKernelDoes("new.tmp", "old.txt");
		close(handle);
		assertThat(committed("old.txt")).isEqualTo("brand new");
		assertThat(list()).containsExactly("old.txt");
	}

	@Test
	void renameOntoANameThatWasTakenUnnoticedReplacesIt() {
		application().put("a.txt", bytes("a"));
		assertThat(find("b.txt")).isNull();
		application().put("b.txt", bytes("unnoticed"));
		renameAsTheKernelDoes("a.txt", "b.txt");
		assertThat(readFile("b.txt")).isEqualTo("a");
		assertThat(list()).containsExactly("b.txt");
	}

	/**
	 * Renames as Linux does, which repeats a path operation once, with fresh lookups, if
	 * it ends in ESTALE.
	 */
	private void renameAsTheKernelDoes(String source, String target) {
		try {
			rename(source, target);
		}
		catch (ErrnoException ex) {
			assertThat(ex.errno()).isEqualTo(Errno.ESTALE);
			rename(source, target);
		}
	}

	@Test
	void freedNameCanBeUsedAgain() {
		application().put("a.txt", bytes("first"));
		rename("a.txt", "a.bak");
		writeFile("a.txt", "second");
		assertThat(committed("a.txt")).isEqualTo("second");
		assertThat(committed("a.bak")).isEqualTo("first");
		assertThat(list()).containsExactlyInAnyOrder("a.txt", "a.bak");
	}

}
