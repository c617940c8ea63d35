package io.fusemount.core.spool;

import java.io.File;
import java.nio.file.Path;
import java.util.function.ToLongFunction;

/**
 * The disk of a directory, with its size and free space as far as the kernel reports
 * them. The free space is a convenience: a disk that does not report it is used until a
 * write fails.
 * <p>
 * {@code java.nio.file.FileStore} is not used because it first looks the disk up in the
 * mount table, where the root of a chroot and of some sandboxes has no entry.
 *
 * @param directory any directory on the disk
 */
public record Disk(Path directory) {

	/** The size assumed for a disk that does not report one: more than any disk has. */
	static final long UNKNOWN = 1L << 60;

	/**
	 * Returns the free space in bytes.
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
