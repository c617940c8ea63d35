package io.fusemount.core.spool;

import java.io.File;
import java.nio.file.Path;
import java.util.function.ToLongFunction;

/**
 * The disk that a directory is on, as far as the kernel tells how large it is. Free space
 * is a convenience: a disk that does not tell takes whatever comes until a write fails.
 * <p>
 * {@code java.nio.file.FileStore} is not used because it looks for the disk in the mount
 * table first, and the root of a chroot or of some sandboxes has no entry there.
 *
 * @param directory any directory on the disk
 */
public record Disk(Path directory) {

	/** The size of a disk that does not tell it: more than any has. */
	static final long UNKNOWN = 1L << 60;

	/**
	 * Returns the bytes that there is room for.
	 */
	public long usableBytes() {
		return figure(File::getUsableSpace);
	}

	/**
	 * Returns the size in bytes.
	 */
	public long totalBytes() {
		return figure(File::getTotalSpace);
	}

	private long figure(ToLongFunction<File> figure) {
		File file = this.directory.toFile();
		return (file.getTotalSpace() > 0) ? figure.applyAsLong(file) : UNKNOWN;
	}

}
