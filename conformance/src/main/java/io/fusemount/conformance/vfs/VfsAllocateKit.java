package io.fusemount.conformance.vfs;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.operation.Allocation;
import io.fusemount.core.operation.Seek;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: {@code fallocate}, and the maximum size of a file.
 */
abstract class VfsAllocateKit extends VfsKit {

	private static final long TOO_LARGE = 1L << 60;

	@Test
	@Semantics("`fallocate` extends a file, zeroes ranges and punches holes; space to be reserved must be available "
			+ "in the spool.")
	void rangeIsAllocatedZeroedAndPunchedOut() {
		application().put("a.txt", bytes("0123456789"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		allocate(handle, Allocation.PUNCH, 2, 3);
		assertThat(read(handle)).isEqualTo("01\0\0\0" + "56789");
		allocate(handle, Allocation.PUNCH, 9, 5);
		assertThat(read(handle)).isEqualTo("01\0\0\0" + "5678\0");
		allocate(handle, Allocation.ZERO, 8, 4);
		assertThat(read(handle)).isEqualTo("01\0\0\0" + "567\0\0\0\0");
		allocate(handle, Allocation.EXTEND, 0, 14);
		assertThat(read(handle)).isEqualTo("01\0\0\0" + "567\0\0\0\0\0\0");
		allocate(handle, Allocation.RESERVE, 0, 20);
		assertThat(fileSystem().status(handle).size()).isEqualTo(14);
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("01\0\0\0" + "567\0\0\0\0\0\0");
	}

	@Test
	void allocationThatChangesNothingCostsNoCommit() {
		application().put("a.txt", bytes("0123456789"));
		long before = application().commits();
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		allocate(handle, Allocation.EXTEND, 0, 10);
		allocate(handle, Allocation.RESERVE, 5, 100);
		allocate(handle, Allocation.PUNCH, 10, 5);
		assertThat(read(handle)).isEqualTo("0123456789");
		close(handle);
		assertThat(application().commits()).isEqualTo(before);
	}

	@Test
	void punchedFileIsNotFetchedWhereItIsZero() {
		application().put("a.txt", bytes("0123456789"));
		long before = application().fetches();
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		allocate(handle, Allocation.PUNCH, 0, 10);
		assertThat(read(handle)).isEqualTo("\0".repeat(10));
		close(handle);
		assertThat(application().fetches()).isEqualTo(before);
		assertThat(committed("a.txt")).isEqualTo("\0".repeat(10));
	}

	@Test
	void whatCanNotBeAllocatedIsRefusedAndChangesNothing() {
		application().put("a.txt", bytes("0123456789"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		assertErrno(() -> allocate(handle, Allocation.RESERVE, 0, TOO_LARGE), Errno.ENOSPC);
		assertErrno(() -> allocate(handle, Allocation.EXTEND, 0, TOO_LARGE), Errno.EFBIG);
		assertErrno(() -> allocate(handle, Allocation.ZERO, Long.MAX_VALUE, 10), Errno.EFBIG);
		assertErrno(() -> allocate(handle, Allocation.EXTEND, 0, 0), Errno.EINVAL);
		assertErrno(() -> allocate(handle, Allocation.EXTEND, -1, 1), Errno.EINVAL);
		assertThat(read(handle)).isEqualTo("0123456789");
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("0123456789");
	}

	@Test
	@Semantics("`lseek` with SEEK_DATA and SEEK_HOLE finds the holes of a new or changed file; what is stored is data, and "
			+ "costs no statement.")
	void holesOfWhatIsNotStoredAreFound() {
		HandleId handle = create("a.txt");
		write(handle, 0, "data");
		write(handle, 1 << 20, "more");
		fileSystem().truncate(handle, 2 << 20);
		assertThat(seek(handle, 0, Seek.DATA)).isZero();
		assertThat(seek(handle, 2, Seek.HOLE)).isEqualTo(4);
		assertThat(seek(handle, 4, Seek.DATA)).isEqualTo(1 << 20);
		assertThat(seek(handle, 1 << 20, Seek.HOLE)).isEqualTo((1 << 20) + 4);
		assertThat(seek(handle, 100, Seek.HOLE)).isEqualTo(100);
		assertErrno(() -> seek(handle, (1 << 20) + 4, Seek.DATA), Errno.ENXIO);
		assertErrno(() -> seek(handle, 2 << 20, Seek.HOLE), Errno.ENXIO);
		assertErrno(() -> seek(handle, -1, Seek.DATA), Errno.ENXIO);
		assertThat(fileSystem().status(handle).allocated()).isEqualTo(8);
		allocate(handle, Allocation.PUNCH, 0, 2);
		assertThat(seek(handle, 0, Seek.DATA)).isEqualTo(2);
		assertThat(seek(handle, 0, Seek.HOLE)).isZero();
		close(handle);
		assertThat(committed("a.txt"))
			.isEqualTo("\0\0ta" + "\0".repeat((1 << 20) - 4) + "more" + "\0".repeat((1 << 20) - 4));
		long lookups = application().lookups();
		long fetches = application().fetches();
		HandleId stored = open("a.txt", OpenOptions.READ);
		assertThat(seek(stored, 10, Seek.DATA)).isEqualTo(10);
		assertThat(seek(stored, 10, Seek.HOLE)).isEqualTo(2 << 20);
		assertErrno(() -> seek(stored, 2 << 20, Seek.DATA), Errno.ENXIO);
		assertThat(fileSystem().status(stored).allocated()).isEqualTo(2 << 20);
		assertThat(application().lookups()).isEqualTo(lookups);
		assertThat(application().fetches()).isEqualTo(fetches);
		close(stored);
	}

	@Test
	void onlyWhatComesBehindTheStoredContentCanBeAHole() {
		application().put("a.txt", bytes("0123456789"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		write(handle, 100, "end");
		assertThat(seek(handle, 3, Seek.HOLE)).isEqualTo(10);
		assertThat(seek(handle, 10, Seek.DATA)).isEqualTo(100);
		assertThat(seek(handle, 100, Seek.HOLE)).isEqualTo(103);
		assertThat(fileSystem().status(handle).allocated()).isEqualTo(13);
		allocate(handle, Allocation.PUNCH, 5, 10);
		assertThat(read(handle)).isEqualTo("01234" + "\0".repeat(95) + "end");
		fileSystem().flush(handle);
		assertThat(read(handle)).isEqualTo("01234" + "\0".repeat(95) + "end");
		allocate(handle, Allocation.PUNCH, 100, 1);
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("01234" + "\0".repeat(96) + "nd");
	}

	private long seek(HandleId handle, long position, Seek seek) {
		return fileSystem().seek(handle, position, seek);
	}

	@Test
	void handleForReadingCanNotAllocate() {
		application().put("a.txt", bytes("text"));
		HandleId handle = open("a.txt", OpenOptions.READ);
		assertErrno(() -> allocate(handle, Allocation.EXTEND, 0, 10), Errno.EBADF);
		close(handle);
	}

	@Test
	@Semantics("A file cannot grow beyond `fusemount.max-file-size`: EFBIG, before anything is stored.")
	void fileCannotGrowBeyondTheLimit() {
		application().put("a.txt", bytes("0123456789"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		assertErrno(() -> fileSystem().truncate(handle, TOO_LARGE), Errno.EFBIG);
		assertErrno(() -> write(handle, TOO_LARGE, "x"), Errno.EFBIG);
		close(handle);
		assertErrno(() -> fileSystem().truncate(node("a.txt"), TOO_LARGE), Errno.EFBIG);
		assertThat(status("a.txt").size()).isEqualTo(10);
		assertThat(committed("a.txt")).isEqualTo("0123456789");
	}

	private void allocate(HandleId handle, Allocation allocation, long position, long length) {
		fileSystem().allocate(handle, allocation, position, length);
	}

}
