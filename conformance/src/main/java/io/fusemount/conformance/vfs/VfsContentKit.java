package io.fusemount.conformance.vfs;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.vfs.FileSystemStatistics;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Contract: bytes are stored where they are written, and are read back before and after
 * the commit.
 */
abstract class VfsContentKit extends VfsKit {

	private static final long FIVE_GIB = 5L << 30;

	@Test
	void newFileIsThereBeforeItIsCommitted() {
		HandleId handle = create("new.txt");
		write(handle, 0, "text");
		assertThat(read(handle)).isEqualTo("text");
		assertThat(status("new.txt").size()).isEqualTo(4);
		assertThat(fileSystem().status(handle).size()).isEqualTo(4);
		assertThat(readFile("new.txt")).isEqualTo("text");
		close(handle);
		assertThat(committed("new.txt")).isEqualTo("text");
		assertThat(readFile("new.txt")).isEqualTo("text");
	}

	@Test
	@Semantics("A read past the end returns nothing.")
	void readsEndWhereTheContentEnds() {
		application().put("a.txt", bytes("0123456789"));
		HandleId handle = open("a.txt", OpenOptions.READ);
		assertThat(read(handle, 0, 4)).isEqualTo("0123");
		assertThat(read(handle, 8, 4)).isEqualTo("89");
		assertThat(read(handle, 10, 4)).isEmpty();
		assertThat(read(handle, FIVE_GIB, 4)).isEmpty();
		close(handle);
	}

	@Test
	void emptyFileReadsAsNothing() {
		application().put("empty", new byte[0]);
		assertThat(readFile("empty")).isEmpty();
	}

	@Test
	void partialOverwriteKeepsTheRest() {
		application().put("a.txt", bytes("0123456789"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		write(handle, 3, "xyz");
		assertThat(read(handle)).isEqualTo("012xyz6789");
		assertThat(read(handle, 2, 2)).isEqualTo("2x");
		assertThat(status("a.txt").size()).isEqualTo(10);
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("012xyz6789");
	}

	@Test
	void overwriteAcrossTheEndGrowsTheFile() {
		application().put("a.txt", bytes("0123456789"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		write(handle, 8, "abcd");
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("01234567abcd");
	}

	@Test
	@Semantics("A hole reads as zeros.")
	void holeReadsAsZeros() {
		HandleId handle = create("sparse");
		write(handle, 5, "end");
		assertThat(read(handle)).isEqualTo("\0\0\0\0\0end");
		close(handle);
		assertThat(committed("sparse")).isEqualTo("\0\0\0\0\0end");
	}

	@Test
	void holeAfterExistingContentReadsAsZeros() {
		application().put("a.txt", bytes("start"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		write(handle, 8, "end");
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("start\0\0\0end");
	}

	@Test
	@Semantics("Sizes and offsets are 64-bit.")
	void sizesAre64Bit() {
		FileSystemStatistics disk = fileSystem().statistics();
		assumeTrue(disk.blocks() * disk.blockSize() > 2 * FIVE_GIB, "The spool's disk is too small for it");
		assumeTrue(application().takes(FIVE_GIB + 3), "The application takes no content of more than 5 GiB");
		HandleId handle = create("large");
		write(handle, FIVE_GIB, "end");
		assertThat(fileSystem().status(handle).size()).isEqualTo(FIVE_GIB + 3);
		assertThat(status("large").size()).isEqualTo(FIVE_GIB + 3);
		assertThat(read(handle, FIVE_GIB - 1, 10)).isEqualTo("\0end");
		fileSystem().truncate(handle, 2);
		assertThat(read(handle)).isEqualTo("\0\0");
		close(handle);
		assertThat(committed("large")).isEqualTo("\0\0");
	}

	@Test
	void truncateCutsAndGrows() {
		application().put("a.txt", bytes("0123456789"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		fileSystem().truncate(handle, 4);
		assertThat(read(handle)).isEqualTo("0123");
		fileSystem().truncate(handle, 6);
		assertThat(read(handle)).as("cut bytes do not come back").isEqualTo("0123\0\0");
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("0123\0\0");
	}

	@Test
	@Semantics("`truncate` of a file that no program is writing is committed when it returns.")
	void truncateOfClosedFileIsCommittedAtOnce() {
		application().put("a.txt", bytes("0123456789"));
		fileSystem().truncate(node("a.txt"), 4);
		assertThat(committed("a.txt")).isEqualTo("0123");
		fileSystem().truncate(node("a.txt"), 6);
		assertThat(committed("a.txt")).isEqualTo("0123\0\0");
		fileSystem().truncate(node("a.txt"), 0);
		assertThat(committed("a.txt")).isEmpty();
		assertThat(status("a.txt").size()).isZero();
	}

	@Test
	void truncateOfFileOpenForWritingWaitsForItsFlush() {
		application().put("a.txt", bytes("0123456789"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		long before = application().commits();
		fileSystem().truncate(node("a.txt"), 4);
		assertThat(application().commits()).isEqualTo(before);
		assertThat(read(handle)).isEqualTo("0123");
		assertThat(status("a.txt").size()).isEqualTo(4);
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("0123");
	}

	@Test
	@Semantics("Opening with O_TRUNC fetches nothing of the old content.")
	void openWithTruncateDropsTheContentAndFetchesNothing() {
		application().put("a.txt", bytes("0123456789"));
		long before = application().fetches();
		HandleId handle = open("a.txt", OVERWRITE);
		assertThat(fileSystem().status(handle).size()).isZero();
		write(handle, 0, "new");
		close(handle);
		assertThat(application().fetches()).isEqualTo(before);
		assertThat(committed("a.txt")).isEqualTo("new");
	}

	@Test
	void openWithTruncateAloneEmptiesTheFile() {
		application().put("a.txt", bytes("0123456789"));
		close(open("a.txt", OVERWRITE));
		assertThat(committed("a.txt")).isEmpty();
	}

	@Test
	@Semantics("All handles of a file see each other's writes at once.")
	void handlesOfOneFileShareWrites() {
		application().put("a.txt", bytes("0123456789"));
		HandleId writer = open("a.txt", OpenOptions.READ_WRITE);
		HandleId reader = open("a.txt", OpenOptions.READ);
		write(writer, 0, "abc");
		assertThat(read(reader)).isEqualTo("abc3456789");
		fileSystem().truncate(writer, 3);
		assertThat(read(reader)).isEqualTo("abc");
		close(writer);
		assertThat(read(reader)).isEqualTo("abc");
		close(reader);
	}

	@Test
	void readerFromBeforeTheWriterSharesWritesToo() {
		application().put("a.txt", bytes("0123456789"));
		HandleId reader = open("a.txt", OpenOptions.READ);
		assertThat(read(reader)).isEqualTo("0123456789");
		HandleId writer = open("a.txt", OpenOptions.READ_WRITE);
		write(writer, 0, "abc");
		assertThat(read(reader)).isEqualTo("abc3456789");
		close(writer);
		assertThat(read(reader)).isEqualTo("abc3456789");
		close(reader);
	}

	@Test
	void handleForReadingCanNotWrite() {
		application().put("a.txt", bytes("text"));
		HandleId reader = open("a.txt", OpenOptions.READ);
		assertErrno(() -> write(reader, 0, "no"), Errno.EBADF);
		assertErrno(() -> fileSystem().truncate(reader, 0), Errno.EBADF, Errno.EINVAL);
		close(reader);
		assertThat(committed("a.txt")).isEqualTo("text");
	}

	@Test
	void contentOfSeveralMegabytesIsKept() {
		String line = "0123456789abcdef".repeat(4096);
		HandleId handle = create("big");
		for (int i = 0; i < 64; i++) {
			write(handle, (long) i * line.length(), line);
		}
		close(handle);
		assertThat(application().content("big")).isEqualTo(bytes(line.repeat(64)));
		HandleId reader = open("big", OpenOptions.READ);
		for (int i = 63; i >= 0; i--) {
			assertThat(read(reader, (long) i * line.length() + 7, 5)).isEqualTo("789ab");
		}
		close(reader);
	}

}
