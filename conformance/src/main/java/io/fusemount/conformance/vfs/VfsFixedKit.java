package io.fusemount.conformance.vfs;

import java.nio.charset.StandardCharsets;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Contract: where no file can be created, programs get an error before they write, and a
 * row survives the ways in which programs replace a file by another one.
 */
abstract class VfsFixedKit extends VfsKit {

	private NodeKey key = new NodeKey("", "");

	@Override
	protected String directory() {
		return "/fixed";
	}

	@Override
	protected Application application() {
		return fixture().fixed();
	}

	@BeforeEach
	void putRow() {
		application().put("a.txt", bytes("old"));
		this.key = committedKey("a.txt");
	}

	private void assertRow(String content) {
		assertThat(readFile("a.txt")).isEqualTo(content);
		assertThat(list()).containsExactly("a.txt");
		assertStored(content);
	}

	private void assertStored(String content) {
		assertThat(find("a.txt")).isNotNull();
		assertThat(committed("a.txt")).isEqualTo(content);
		assertThat(application().key("a.txt")).isEqualTo(this.key);
	}

	@Test
	@Semantics("In a directory where no file can be created, operations that would create one end with EPERM before "
			+ "anything is written.")
	void nothingIsCreatedAndTheReasonIsTold() {
		long before = application().commits();
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> create("b.txt"))
			.withMessage("No file can be created here: A customer is missing")
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EPERM));
		assertErrno(() -> fileSystem().create(at("b.txt"), OpenOptions.READ), Errno.EPERM);
		assertErrno(() -> fileSystem().createEmpty(at("b.txt")), Errno.EPERM);
		assertErrno(() -> create("a.txt"), Errno.EEXIST);
		writeFile("b.tmp", "new");
		assertErrno(() -> rename("b.tmp", "b.txt"), Errno.EPERM);
		assertThat(readFile("b.tmp")).isEqualTo("new");
		assertThat(application().commits()).isEqualTo(before);
		byte[] note = fileSystem().extendedAttribute(fileSystem().resolve("/fixed"), "user.fusemount.error");
		assertThat(new String(note, StandardCharsets.UTF_8))
			.isEqualTo("b.txt: EPERM: No file can be created here: A customer is missing");
	}

	@Test
	void directoriesCanNotBeMadeOrRemovedInARepository() {
		assertErrno(() -> fileSystem().createDirectory(at("new")), Errno.EPERM);
		assertErrno(() -> fileSystem().createDirectory(at("a.txt")), Errno.EEXIST);
		assertErrno(() -> fileSystem().deleteDirectory(at("a.txt")), Errno.ENOTDIR);
		assertErrno(() -> fileSystem().deleteDirectory(at("missing")), Errno.ENOENT);
		assertErrno(() -> fileSystem().deleteDirectory(fileSystem().locate("/fixed")), Errno.ENOTEMPTY);
		delete("a.txt");
		assertErrno(() -> fileSystem().deleteDirectory(fileSystem().locate("/fixed")), Errno.EPERM);
	}

	@Test
	void rowIsChangedAndRenamedAsAnyOther() {
		writeFile("a.txt", "new");
		rename("a.txt", "b.txt");
		writeFile("c.tmp", "newer");
		rename("c.tmp", "b.txt");
		rename("b.txt", "a.txt");
		assertRow("newer");
	}

	@Test
	@Semantics("In a directory where no file can be created, a deleted row gets the content of the file that takes its name next, and keeps its identity.")
	void deletedRowGetsTheContentOfTheFileThatReplacesIt() {
		delete("a.txt");
		assertThat(find("a.txt")).isNull();
		assertThat(list()).isEmpty();
		assertErrno(() -> delete("a.txt"), Errno.ENOENT);
		HandleId handle = create("a.txt");
		write(handle, 0, "new");
		close(handle);
		assertRow("new");
		fileSystem().drain();
		assertStored("new");
	}

	@Test
	void deletedRowThatIsOpenGetsTheContentOfTheFileThatReplacesIt() {
		HandleId reader = open("a.txt", OpenOptions.READ);
		delete("a.txt");
		assertThat(list()).isEmpty();
		writeFile("a.txt", "new");
		assertThat(read(reader)).isEqualTo("old");
		close(reader);
		assertRow("new");
	}

	@Test
	void deletedRowGetsTheContentOfTheScratchFileThatReplacesIt() {
		writeFile("a.tmp", "new");
		delete("a.txt");
		rename("a.tmp", "a.txt");
		assertRow("new");
	}

	@Test
	void deletedRowIsThereAgainIfItsReplacementCanNotBeStored() {
		delete("a.txt");
		HandleId handle = create("a.txt");
		write(handle, 0, "new");
		application().failNextCommit(Errno.EINVAL);
		assertErrno(() -> fileSystem().flush(handle), Errno.EINVAL);
		application().failNextCommit(Errno.EINVAL);
		fileSystem().release(handle);
		fileSystem().drain();
		assertStored("old");
	}

	@Test
	void deletedRowWaitsAgainIfItsReplacementIsDeleted() {
		delete("a.txt");
		HandleId handle = create("a.txt");
		delete("a.txt");
		close(handle);
		assertThat(list()).isEmpty();
		writeFile("a.txt", "new");
		assertRow("new");
	}

	@Test
	@Semantics("A deleted row that nothing replaces is deleted after a few seconds, or at the latest when the filesystem is unmounted.")
	void deletedRowThatNothingReplacesIsDeleted() {
		delete("a.txt");
		assertThat(application().key("a.txt")).isEqualTo(this.key);
		fileSystem().drain();
		assertThat(application().key("a.txt")).isNull();
		assertThat(find("a.txt")).isNull();
	}

	@Test
	void backupThatIsDeletedTakesItsRowWithItUnlessAFileFollows() {
		rename("a.txt", "a.txt~");
		delete("a.txt~");
		assertThat(list()).isEmpty();
		writeFile("a.txt", "new");
		assertRow("new");
		rename("a.txt", "a.txt~");
		delete("a.txt~");
		fileSystem().drain();
		assertThat(application().key("a.txt")).isNull();
	}

	@Test
	@Semantics("A deletion that the application refuses afterwards is undone and reported.")
	void deletionThatIsRefusedAfterwardsIsUndoneAndReported() {
		delete("a.txt");
		application().failNextCommit(Errno.EBUSY);
		fileSystem().drain();
		assertStored("old");
		assertThat(fixture().failures())
			.containsExactly("UNLINK /fixed/a.txt EBUSY: A test wants the next change to fail, which is DELETE");
	}

}
