package io.fusemount.transport.linux.message;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

import io.fusemount.core.vfs.FileStatus;

/**
 * The attributes of a node in the structs of several answers.
 */
public final class StatusBlock {

	/** The size of a {@code struct fuse_entry_out}. */
	public static final int ENTRY_SIZE = 128;

	/** The size of a {@code struct fuse_attr_out}. */
	public static final int ATTRIBUTES_SIZE = 104;

	/** The size of a {@code struct fuse_statx_out}. */
	public static final int STATX_SIZE = 288;

	/** {@code S_IFDIR} and the others, shifted to the file type. */
	private static final int DIRECTORY = 4;

	private static final int REGULAR_FILE = 8;

	private static final int SYMBOLIC_LINK = 10;

	private static final int KIND_SHIFT = 12;

	private static final int BLOCK_SIZE = 4096;

	/** The unit of {@code st_blocks}, whatever the block size. */
	private static final int SECTOR_SIZE = 512;

	/** {@code STATX_BASIC_STATS} and {@code STATX_BTIME}. */
	private static final int STATX_MASK = 0xfff;

	private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

	private StatusBlock() {
	}

	/**
	 * Returns the kind of a node as used in directory entries ({@code d_type}).
	 */
	public static int kind(FileStatus status) {
		return switch (status.kind()) {
			case DIRECTORY -> DIRECTORY;
			case REGULAR_FILE -> REGULAR_FILE;
			case SYMBOLIC_LINK -> SYMBOLIC_LINK;
		};
	}

	/**
	 * Writes a {@code struct fuse_entry_out} at the buffer's position.
	 * @param node the number of the node
	 * @param nameNanos how long the kernel may trust that the name stands for the node
	 * @param nanos how long the kernel may trust the attributes
	 */
	public static void entry(ByteBuffer target, long node, long generation, long nameNanos, long nanos,
			FileStatus status) {
		target.putLong(node)
			.putLong(generation)
			.putLong(nameNanos / NANOS_PER_SECOND)
			.putLong(nanos / NANOS_PER_SECOND)
			.putInt((int) (nameNanos % NANOS_PER_SECOND))
			.putInt((int) (nanos % NANOS_PER_SECOND));
		attributes(target, status);
	}

	/**
	 * Writes a {@code struct fuse_entry_out} that tells nothing.
	 */
	public static void unknown(ByteBuffer target) {
		for (int i = 0; i < ENTRY_SIZE; i += Long.BYTES) {
			target.putLong(0);
		}
	}

	/**
	 * Writes a {@code struct fuse_attr_out} at the buffer's position.
	 */
	public static void attributes(ByteBuffer target, long nanos, FileStatus status) {
		target.putLong(nanos / NANOS_PER_SECOND).putInt((int) (nanos % NANOS_PER_SECOND)).putInt(0);
		attributes(target, status);
	}

	/** Times are in the order access, modification, change. */
	private static void attributes(ByteBuffer target, FileStatus status) {
		Instant time = status.modified();
		target.putLong(status.inode())
			.putLong(status.size())
			.putLong(blocks(status))
			.putLong(time.getEpochSecond())
			.putLong(time.getEpochSecond())
			.putLong(time.getEpochSecond())
			.putInt(time.getNano())
			.putInt(time.getNano())
			.putInt(time.getNano())
			.putInt(mode(status))
			.putInt(status.links())
			.putInt(status.uid())
			.putInt(status.gid())
			.putInt(0)
			.putInt(BLOCK_SIZE)
			.putInt(0);
	}

	/**
	 * Writes a {@code struct fuse_statx_out} at the buffer's position, which includes the
	 * birth time.
	 */
	public static void statx(ByteBuffer target, long nanos, FileStatus status) {
		target.putLong(nanos / NANOS_PER_SECOND)
			.putInt((int) (nanos % NANOS_PER_SECOND))
			.putInt(0)
			.putLong(0)
			.putLong(0);
		target.putInt(STATX_MASK).putInt(BLOCK_SIZE).putLong(0);
		target.putInt(status.links()).putInt(status.uid()).putInt(status.gid());
		target.putShort((short) mode(status)).putShort((short) 0);
		target.putLong(status.inode()).putLong(status.size()).putLong(blocks(status)).putLong(0);
		time(target, status.modified());
		time(target, status.created());
		time(target, status.modified());
		time(target, status.modified());
		while (target.position() < STATX_SIZE) {
			target.putLong(0);
		}
	}

	private static void time(ByteBuffer target, Instant time) {
		target.putLong(time.getEpochSecond()).putInt(time.getNano()).putInt(0);
	}

	private static long blocks(FileStatus status) {
		return (status.allocated() + SECTOR_SIZE - 1) / SECTOR_SIZE;
	}

	private static int mode(FileStatus status) {
		return status.permissions() | kind(status) << KIND_SHIFT;
	}

}
