package io.fusemount.conformance.vfs;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.Node;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: a deleted row is gone at once, and a program that has the file open keeps its
 * bytes.
 */
abstract class VfsDeleteKit extends VfsKit {

	@Test
	@Semantics("Deleting deletes the row.")
	void deletedFileIsGone() {
		application().put("a.txt", bytes("text"));
		long before = application().commits();
		delete("a.txt");
		assertThat(application().commits()).isEqualTo(before + 1);
		assertThat(committed("a.txt")).isNull();
		assertThat(find("a.txt")).isNull();
		assertThat(list()).isEmpty();
		assertErrno(() -> delete("a.txt"), Errno.ENOENT);
	}

	@Test
	void deletedNameCanBeUsedAgain() {
		application().put("a.txt", bytes("first"));
		assertThat(readFile("a.txt")).isEqualTo("first");
		delete("a.txt");
		writeFile("a.txt", "second");
		assertThat(committed("a.txt")).isEqualTo("second");
		assertThat(readFile("a.txt")).isEqualTo("second");
	}

	@Test
	void refusedDeleteLeavesTheFile() {
		application().put("a.txt", bytes("text"));
		application().failNextCommit(Errno.EBUSY);
		assertErrno(() -> delete("a.txt"), Errno.EBUSY);
		assertThat(readFile("a.txt")).isEqualTo("text");
		delete("a.txt");
		assertThat(committed("a.txt")).isNull();
	}

	@Test
	void handleOfADeletedFileKeepsItsContent() {
		application().put("a.txt", bytes("text"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		delete("a.txt");
		assertThat(committed("a.txt")).isNull();
		assertThat(read(handle)).isEqualTo("text");
		assertThat(fileSystem().status(handle).links()).isZero();
		assertThat(fileSystem().status(handle).size()).isEqualTo(4);
		write(handle, 4, " goes on");
		assertThat(read(handle)).isEqualTo("text goes on");
		close(handle);
		assertThat(committed("a.txt")).isNull();
		assertThat(list()).isEmpty();
	}

	@Test
	@Semantics("A new file that is deleted before its first commit never becomes a row.")
	void deletedNewFileNeverBecomesARow() {
		long before = application().commits();
		HandleId handle = create("a.txt");
		write(handle, 0, "text");
		delete("a.txt");
		assertThat(find("a.txt")).isNull();
		assertThat(read(handle)).isEqualTo("text");
		close(handle);
		assertThat(committed("a.txt")).isNull();
		assertThat(application().commits()).isEqualTo(before);
	}

	@Test
	@Semantics("A deleted file that is open can be read and written until it is closed, and its link count is 0.")
	void fileThatIsDeletedIsReadable() {
		application().put("a.txt", bytes("text"));
		HandleId handle = open("a.txt", OpenOptions.READ);
		delete("a.txt");
		assertThat(committed("a.txt")).as("unlink has happened").isNull();
		assertThat(find("a.txt")).isNull();
		assertThat(list()).isEmpty();
		assertThat(read(handle)).isEqualTo("text");
		assertThat(fileSystem().status(handle).links()).isZero();
		close(handle);
		assertThat(find("a.txt")).isNull();
	}

	@Test
	void deletedFileIsReachableByItsHandles() {
		application().put("a.txt", bytes("text"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		delete("a.txt");
		Node node = fileSystem().node(handle);
		assertThat(fileSystem().status(node).size()).isEqualTo(4);
		assertThat(fileSystem().status(node).links()).isZero();
		fileSystem().truncate(node, 2);
		HandleId again = fileSystem().open(node, OpenOptions.READ);
		assertThat(read(again)).isEqualTo("te");
		close(again);
		assertThat(read(handle)).isEqualTo("te");
		close(handle);
		assertThat(list()).isEmpty();
	}

	@Test
	void bytesOfADeletedFileGoNowhere() {
		application().put("a.txt", bytes("text"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		write(handle, 0, "TEXT");
		delete("a.txt");
		write(handle, 4, "!");
		assertThat(read(handle)).isEqualTo("TEXT!");
		close(handle);
		assertThat(committed("a.txt")).isNull();
		assertThat(fixture().unsavedContent()).isEmpty();
	}

	@Test
	void newFileCanTakeTheNameOfADeletedOne() {
		application().put("a.txt", bytes("old"));
		HandleId old = open("a.txt", OpenOptions.READ_WRITE);
		delete("a.txt");
		writeFile("a.txt", "brand new");
		assertThat(read(old)).isEqualTo("old");
		assertThat(readFile("a.txt")).isEqualTo("brand new");
		close(old);
		assertThat(committed("a.txt")).isEqualTo("brand new");
		assertThat(list()).containsExactly("a.txt");
	}

	@Test
	void refusedDeletionLeavesTheFile() {
		application().put("a.txt", bytes("text"));
		HandleId handle = open("a.txt", OpenOptions.READ);
		application().failNextCommit(Errno.EBUSY);
		assertErrno(() -> delete("a.txt"), Errno.EBUSY);
		assertThat(list()).containsExactly("a.txt");
		assertThat(read(handle)).isEqualTo("text");
		close(handle);
	}

	@Test
	void severalFilesOfOneNameCanBeDeleted() {
		HandleId[] handles = new HandleId[3];
		for (int i = 0; i < handles.length; i++) {
			writeFile("a.txt", "generation " + i);
			handles[i] = open("a.txt", OpenOptions.READ);
			delete("a.txt");
		}
		for (int i = 0; i < handles.length; i++) {
			assertThat(read(handles[i])).isEqualTo("generation " + i);
			close(handles[i]);
		}
		assertThat(list()).isEmpty();
	}

}
