package io.fusemount.transport.jnr.callback;

import java.time.Instant;

import io.fusemount.core.vfs.FileStatus;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import ru.serce.jnrfuse.struct.FileStat;
import ru.serce.jnrfuse.struct.Timespec;

/**
 * Writes {@code struct stat}. It reuses jnr-fuse's struct, which consists of thirty
 * objects, and moves it over the memory to write.
 */
final class StatMemory {

	private static final int BLOCK_SIZE = 4096;

	/** The unit of {@code st_blocks}, whatever the block size. */
	private static final int SECTOR_SIZE = 512;

	private final Runtime runtime = Runtime.getSystemRuntime();

	private final FileStat stat = new FileStat(this.runtime);

	void write(long address, FileStatus status) {
		this.stat.useMemory(Pointer.wrap(this.runtime, address));
		this.stat.st_ino.set(status.inode());
		this.stat.st_mode.set(mode(status));
		this.stat.st_nlink.set(status.links());
		this.stat.st_uid.set(status.uid());
		this.stat.st_gid.set(status.gid());
		this.stat.st_size.set(status.size());
		this.stat.st_blksize.set(BLOCK_SIZE);
		this.stat.st_blocks.set((status.allocated() + SECTOR_SIZE - 1) / SECTOR_SIZE);
		write(this.stat.st_atim, status.modified());
		write(this.stat.st_mtim, status.modified());
		write(this.stat.st_ctim, status.modified());
	}

	/** Writes the attributes of a directory entry: inode number and kind. */
	void writeEntry(long address, FileStatus status) {
		this.stat.useMemory(Pointer.wrap(this.runtime, address));
		this.stat.st_ino.set(status.inode());
		this.stat.st_mode.set(mode(status));
	}

	private static int mode(FileStatus status) {
		return status.permissions() | switch (status.kind()) {
			case DIRECTORY -> FileStat.S_IFDIR;
			case REGULAR_FILE -> FileStat.S_IFREG;
			case SYMBOLIC_LINK -> FileStat.S_IFLNK;
		};
	}

	private static void write(Timespec target, Instant time) {
		target.tv_sec.set(time.getEpochSecond());
		target.tv_nsec.set(time.getNano());
	}

}
