package io.fusemount.core.inode;

import java.nio.ByteBuffer;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;

import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Quota;
import io.fusemount.core.operation.Allocation;
import io.fusemount.core.revision.Revision;

/**
 * Changes of the content of an open file, which stay local until it is committed.
 */
public final class LocalChanges {

	private LocalChanges() {
	}

	/**
	 * Requires that there may be one more file.
	 * @throws io.fusemount.core.errno.ErrnoException {@code EDQUOT} if not
	 */
	public static void requireOneMore(Directory directory) {
		Quota quota = directory.quota(null);
		if (quota != null) {
			quota.usage().plus(0, 1).require(false, true);
		}
	}

	/**
	 * Writes all bytes of the buffer.
	 */
	public static int write(FileInode file, long position, ByteBuffer source) {
		return change(file, (content) -> content.write(position, source, (size) -> Unstored.requireRoom(file, size)));
	}

	/**
	 * Writes all bytes of the buffer at the end.
	 * @param start is told the end, and returns where to write if that is known better
	 */
	public static int append(FileInode file, LongUnaryOperator start, ByteBuffer source) {
		return change(file, (content) -> content.append(start, source, (size) -> Unstored.requireRoom(file, size)));
	}

	/**
	 * Sets the length. Nothing that is cut off is ever fetched.
	 */
	public static FileInode truncate(FileInode file, long size) {
		return change(file, (content) -> {
			content.truncate(size, (larger) -> Unstored.requireRoom(file, larger));
			return file;
		});
	}

	/**
	 * Reserves space for a range or zeroes it.
	 */
	public static FileInode allocate(FileInode file, Allocation allocation, long start, long length) {
		return change(file, (content) -> {
			content.allocate(allocation, start, length, (size) -> Unstored.requireRoom(file, size));
			return file;
		});
	}

	private static <T> T change(FileInode file, Function<Revision, T> work) {
		T result = work.apply(file.requireContent());
		file.attempts().succeeded();
		return result;
	}

}
