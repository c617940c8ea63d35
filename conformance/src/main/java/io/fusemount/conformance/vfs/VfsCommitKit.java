package io.fusemount.conformance.vfs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenDescriptors;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: when written bytes become rows, at what cost, and what happens on failure.
 */
abstract class VfsCommitKit extends VfsKit {

	@Test
	@Semantics("When `close` or `fsync` returns 0, the written data is committed.")
	void flushCommitsOnce() {
		HandleId handle = create("a.txt");
		write(handle, 0, "text");
		assertThat(committed("a.txt")).as("before the flush").isNull();
		long before = application().commits();
		fileSystem().flush(handle);
		assertThat(committed("a.txt")).isEqualTo("text");
		fileSystem().flush(handle);
		fileSystem().sync(handle);
		fileSystem().release(handle);
		assertThat(application().commits()).isEqualTo(before + 1);
	}

	@Test
	@Semantics("A file that is empty is not committed while the process that closes it can still write by another descriptor.")
	void emptyFileWaitsForWhoCanStillWrite() {
		HandleId handle = create("a.txt");
		long before = application().commits();
		// dup2(3, 1); close(3)
		flushByProcess(7, handle, (thread, inode) -> inode == status("a.txt").inode());
		assertThat(application().commits()).isEqualTo(before);
		assertThat(list()).containsExactly("a.txt");
		write(handle, 0, "text");
		// Written content is committed, even if another descriptor can still write.
		flushByProcess(7, handle, (thread, inode) -> true);
		assertThat(committed("a.txt")).isEqualTo("text");
		fileSystem().release(handle);
		assertThat(application().commits()).isEqualTo(before + 1);
	}

	@Test
	void emptiedFileWaitsForWhoCanStillWrite() {
		application().put("a.txt", bytes("old"));
		HandleId handle = open("a.txt", OVERWRITE);
		flushByProcess(7, handle, (thread, inode) -> true);
		assertThat(committed("a.txt")).isEqualTo("old");
		// close(1)
		flushByProcess(7, handle, OpenDescriptors.UNSEEN);
		assertThat(committed("a.txt")).isEmpty();
		fileSystem().release(handle);
	}

	@Test
	void emptyFileThatNobodyWritesToIsCommittedWhenItIsReleasedOrSynchronised() {
		HandleId released = create("a.txt");
		flushByProcess(7, released, (thread, inode) -> true);
		fileSystem().release(released);
		assertThat(committed("a.txt")).isEmpty();
		HandleId synchronised = create("b.txt");
		flushByProcess(7, synchronised, (thread, inode) -> true);
		fileSystem().sync(synchronised);
		assertThat(committed("b.txt")).isEmpty();
		close(synchronised);
	}

	@Test
	void whoHasOpenedTheFileMayStillWriteWhenAnotherProcessClosesIt() {
		HandleId handle = Objects.requireNonNull(Caller.as(new Caller(1000, 1000, 7), () -> create("a.txt")));
		flushByProcess(8, handle, (thread, inode) -> thread == 7);
		assertThat(committed("a.txt")).isNull();
		flushByProcess(8, handle, (thread, inode) -> thread == 9);
		assertThat(committed("a.txt")).isEmpty();
		fileSystem().release(handle);
	}

	@Test
	void writerThatHasFoundANewFileByItsFirstNumberIsRecognised() {
		HandleId creator = create("a.txt");
		write(creator, 0, "old");
		long number = status("a.txt").inode();
		fileSystem().flush(creator);
		fileSystem().release(creator);
		HandleId handle = open("a.txt", OVERWRITE);
		flushByProcess(7, handle, (thread, inode) -> thread == 7 && inode == number);
		assertThat(committed("a.txt")).isEqualTo("old");
		write(handle, 0, "new");
		flushByProcess(7, handle, OpenDescriptors.UNSEEN);
		assertThat(committed("a.txt")).isEqualTo("new");
		fileSystem().release(handle);
	}

	private void flushByProcess(int pid, HandleId handle, OpenDescriptors descriptors) {
		Caller.as(new Caller(1000, 1000, pid), () -> {
			fileSystem().flush(handle, descriptors);
			return handle;
		});
	}

	@Test
	void syncCommits() {
		HandleId handle = create("a.txt");
		write(handle, 0, "text");
		fileSystem().sync(handle);
		assertThat(committed("a.txt")).isEqualTo("text");
		write(handle, 4, " and more");
		fileSystem().sync(handle);
		assertThat(committed("a.txt")).isEqualTo("text and more");
		close(handle);
	}

	@Test
	void writesAfterAFlushAreCommittedByTheNextOne() {
		HandleId handle = create("a.txt");
		write(handle, 0, "one");
		fileSystem().flush(handle);
		write(handle, 0, "two");
		assertThat(committed("a.txt")).isEqualTo("one");
		fileSystem().flush(handle);
		assertThat(committed("a.txt")).isEqualTo("two");
		fileSystem().release(handle);
	}

	@Test
	void writesAfterTheLastFlushAreCommittedByRelease() {
		application().put("a.txt", bytes("one"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		fileSystem().flush(handle);
		write(handle, 0, "two");
		fileSystem().release(handle);
		assertThat(committed("a.txt")).isEqualTo("two");
	}

	@Test
	void flushOfOneHandleCommitsForAll() {
		HandleId first = create("a.txt");
		HandleId second = open("a.txt", OpenOptions.READ_WRITE);
		write(first, 0, "text");
		long before = application().commits();
		close(second);
		assertThat(committed("a.txt")).isEqualTo("text");
		close(first);
		assertThat(application().commits()).isEqualTo(before + 1);
	}

	@Test
	@Semantics("Closing a handle that changed nothing costs nothing.")
	void cleanHandlesCommitNothing() {
		application().put("a.txt", bytes("text"));
		long before = application().commits();
		readFile("a.txt");
		close(open("a.txt", OpenOptions.READ_WRITE));
		close(open("a.txt", WRITE));
		assertThat(application().commits()).isEqualTo(before);
	}

	@Test
	@Semantics("Everything written between two commits is stored in one transaction.")
	void aThousandWritesAreOneTransaction() {
		String block = "x".repeat(4096);
		HandleId handle = create("a.bin");
		long before = application().commits();
		for (int i = 0; i < 1000; i++) {
			write(handle, i * 4096L, block);
		}
		close(handle);
		assertThat(application().commits()).isEqualTo(before + 1);
		assertThat(application().content("a.bin")).hasSize(4096 * 1000);
	}

	@Test
	@Semantics("An empty file is committed, too.")
	void emptyFileIsCommitted() {
		long before = application().commits();
		close(create("empty"));
		assertThat(committed("empty")).isEmpty();
		assertThat(application().commits()).isEqualTo(before + 1);
	}

	@Test
	void emptyFileIsCommittedByMknod() {
		fileSystem().createEmpty(at("empty"));
		assertThat(committed("empty")).isEmpty();
		assertThat(fileSystem().supervision().openHandles()).isZero();
	}

	@Test
	@Semantics("A failed commit reaches `close` or `fsync` as the errno that says why, and the next one tries again.")
	void failureOfTheCommitReachesFlushAndTheNextFlushTriesAgain() {
		HandleId handle = create("a.txt");
		write(handle, 0, "text");
		application().failNextCommit(Errno.EDQUOT);
		assertErrno(() -> fileSystem().flush(handle), Errno.EDQUOT);
		assertThat(committed("a.txt")).isNull();
		assertThat(read(handle)).isEqualTo("text");
		fileSystem().flush(handle);
		assertThat(committed("a.txt")).isEqualTo("text");
		fileSystem().release(handle);
	}

	@Test
	void failureOfTheCommitReachesSync() {
		application().put("a.txt", bytes("before"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		write(handle, 0, "after!");
		application().failNextCommit(Errno.EINVAL);
		assertErrno(() -> fileSystem().sync(handle), Errno.EINVAL);
		assertThat(committed("a.txt")).isEqualTo("before");
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("after!");
	}

	@Test
	@Semantics("Bytes that cannot be committed at the last close are kept in `.fusemount/unsaved` and reported.")
	void bytesThatCanNotBeCommittedAtTheEndAreKept() throws IOException {
		application().put("a.txt", bytes("before"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		write(handle, 0, "after!");
		application().failNextCommit(Errno.EINVAL);
		application().failNextCommit(Errno.EINVAL);
		assertErrno(() -> fileSystem().flush(handle), Errno.EINVAL);
		fileSystem().release(handle);
		assertThat(committed("a.txt")).isEqualTo("before");
		assertThat(unsaved()).isEqualTo("after!");
	}

	@Test
	@Semantics("A failure after `close` has returned, when the kernel releases the file, is reported in the log and "
			+ "in `.fusemount/errors`.")
	void whatFailsWhenAFileIsReleasedIsTold() {
		HandleId handle = create("a.txt");
		application().failNextCommit(Errno.EEXIST);
		fileSystem().release(handle);
		assertThat(find("a.txt")).isNull();
		assertThat(fixture().failures()).singleElement()
			.asString()
			.startsWith("RELEASE " + directory() + "/a.txt EEXIST: ");
	}

	@Test
	void whatAProgramWasToldIsNotToldAgain() {
		HandleId handle = create("a.txt");
		application().failNextCommit(Errno.EINVAL);
		assertErrno(() -> fileSystem().flush(handle), Errno.EINVAL);
		fileSystem().release(handle);
		assertThat(fixture().failures()).isEmpty();
	}

	@Test
	void whatFailsWhenTheFilesystemEndsIsTold() {
		create("a.txt");
		application().failNextCommit(Errno.EINVAL);
		assertErrno(() -> fileSystem().drain(), Errno.EINVAL);
		fileSystem().close();
		assertThat(fixture().failures()).singleElement()
			.asString()
			.startsWith("RELEASE " + directory() + "/a.txt EINVAL: ");
	}

	@Test
	void bytesOfNewFileThatCanNotBeCommittedAtTheEndAreKept() throws IOException {
		HandleId handle = create("a.txt");
		write(handle, 0, "text");
		application().failNextCommit(Errno.EINVAL);
		application().failNextCommit(Errno.EINVAL);
		assertErrno(() -> fileSystem().flush(handle), Errno.EINVAL);
		fileSystem().release(handle);
		assertThat(committed("a.txt")).isNull();
		assertThat(unsaved()).isEqualTo("text");
		assertThat(list()).doesNotContain("a.txt");
		assertThat(find("a.txt")).isNull();
	}

	@Test
	@Semantics("If the row was changed after the file was opened, closing ends with ESTALE, the row stays as it is, "
			+ "and the bytes are kept.")
	void conflictLeavesTheRowAndKeepsTheBytes() throws IOException {
		application().put("a.txt", bytes("before"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		write(handle, 0, "mine");
		changeBehind("a.txt", "theirs");
		assertErrno(() -> fileSystem().flush(handle), Errno.ESTALE);
		assertThat(committed("a.txt")).isEqualTo("theirs");
		fileSystem().release(handle);
		assertThat(committed("a.txt")).isEqualTo("theirs");
		assertThat(unsaved()).startsWith("mine");
		assertThat(readFile("a.txt")).isEqualTo("theirs");
	}

	@Test
	void conflictWithoutNewsIsSeenAtTheCommit() {
		application().put("a.txt", bytes("before"));
		HandleId handle = open("a.txt", OVERWRITE);
		write(handle, 0, "mine");
		application().put("a.txt", bytes("theirs"));
		assertErrno(() -> fileSystem().flush(handle), Errno.ESTALE);
		fileSystem().release(handle);
		assertThat(committed("a.txt")).isEqualTo("theirs");
	}

	@Test
	void newFileWhoseNameWasTakenIsAConflict() {
		HandleId handle = create("a.txt");
		write(handle, 0, "mine");
		application().put("a.txt", bytes("theirs"));
		assertErrno(() -> fileSystem().flush(handle), Errno.EEXIST, Errno.ESTALE);
		fileSystem().release(handle);
		assertThat(committed("a.txt")).isEqualTo("theirs");
	}

	private String unsaved() throws IOException {
		assertThat(fixture().unsavedContent()).hasSize(1);
		Path place = fixture().unsavedContent().get(0);
		return Files.readString(place);
	}

}
