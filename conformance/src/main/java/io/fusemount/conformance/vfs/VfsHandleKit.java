package io.fusemount.conformance.vfs;

import java.nio.ByteBuffer;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Contract: the life of handles and of the filesystem itself.
 */
abstract class VfsHandleKit extends VfsKit {

	private static final HandleId UNKNOWN = new HandleId(4711);

	@Test
	void unknownHandleIsRefused() {
		assertUnusable(UNKNOWN);
		assertErrno(() -> fileSystem().readDirectory(UNKNOWN, 0, (name, status, next) -> true), Errno.EBADF);
	}

	@Test
	void releasedHandleIsRefused() {
		HandleId handle = create("a.txt");
		close(handle);
		assertUnusable(handle);
	}

	@Test
	void releasedDirectoryHandleIsRefused() {
		HandleId handle = fileSystem().openDirectory(fileSystem().resolve(directory()));
		fileSystem().releaseDirectory(handle);
		assertErrno(() -> fileSystem().readDirectory(handle, 0, (name, status, next) -> true), Errno.EBADF);
	}

	@Test
	void handleIsNeverZeroAndNeverTwice() {
		HandleId first = create("a.txt");
		HandleId second = open("a.txt", OpenOptions.READ);
		assertThat(first.value()).isNotZero();
		assertThat(second).isNotEqualTo(first);
		close(first);
		HandleId third = open("a.txt", OpenOptions.READ);
		assertThat(third).isNotEqualTo(first).isNotEqualTo(second);
		close(second);
		close(third);
	}

	@Test
	void openHandlesAreCounted() {
		assertThat(fileSystem().supervision().openHandles()).isZero();
		HandleId one = create("a.txt");
		HandleId two = open("a.txt", OpenOptions.READ);
		assertThat(fileSystem().supervision().openHandles()).isEqualTo(2);
		close(one);
		close(two);
		assertThat(fileSystem().supervision().openHandles()).isZero();
	}

	@Test
	void handleIsGoneEvenIfItsLastCommitFails() {
		HandleId handle = create("a.txt");
		write(handle, 0, "text");
		application().failNextCommit(Errno.EIO);
		application().failNextCommit(Errno.EIO);
		assertErrno(() -> fileSystem().flush(handle), Errno.EIO);
		fileSystem().release(handle);
		assertThat(fileSystem().supervision().openHandles()).isZero();
		assertUnusable(handle);
	}

	@Test
	void drainCommitsWhatIsDirtyAndRefusesToOpenMore() {
		application().put("b.txt", bytes("b"));
		HandleId handle = create("a.txt");
		write(handle, 0, "text");
		fileSystem().drain();
		assertThat(committed("a.txt")).isEqualTo("text");
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> open("b.txt", OpenOptions.READ_WRITE));
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> create("c.txt"));
		assertThat(read(handle)).isEqualTo("text");
		fileSystem().release(handle);
	}

	@Test
	void closeCommitsWhatIsDirty() throws Exception {
		HandleId handle = create("a.txt");
		write(handle, 0, "text");
		fileSystem().close();
		assertThat(committed("a.txt")).isEqualTo("text");
		fileSystem().close();
	}

	private void assertUnusable(HandleId handle) {
		assertErrno(() -> fileSystem().read(handle, 0, ByteBuffer.allocate(1)), Errno.EBADF);
		assertErrno(() -> fileSystem().write(handle, 0, ByteBuffer.allocate(1)), Errno.EBADF);
		assertErrno(() -> fileSystem().truncate(handle, 0), Errno.EBADF);
		assertErrno(() -> fileSystem().flush(handle), Errno.EBADF);
		assertErrno(() -> fileSystem().sync(handle), Errno.EBADF);
		assertErrno(() -> fileSystem().status(handle), Errno.EBADF);
	}

}
