package io.fusemount.core.filesystem;

import java.nio.ByteBuffer;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.LocalChanges;
import io.fusemount.core.operation.Allocation;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * One opening of a file.
 *
 * @param file the inode
 * @param write whether it may write
 * @param append whether everything written goes to the end, which the kernel does not
 * know
 * @param opener the program that has opened it, {@code null} if unknown
 */
record FileHandle(FileInode file, boolean write, boolean append, @Nullable Caller opener) {

	FileHandle(FileInode file, boolean write, boolean append) {
		this(file, write, append, Caller.current());
	}

	/** Whether the caller is the program that has opened it, as far as that is known. */
	boolean isOpenersOwn() {
		Caller caller = Caller.current();
		return caller != null && this.opener != null && caller.isSameProgram(this.opener);
	}

	/**
	 * Writes to the file.
	 * @param start is told the end where everything goes to the end, and returns where to
	 * write
	 */
	int write(long position, LongUnaryOperator start, ByteBuffer source) {
		return change(() -> this.append ? LocalChanges.append(this.file, start, source)
				: LocalChanges.write(this.file, position, source));
	}

	FileInode truncate(long size) {
		return change(() -> LocalChanges.truncate(this.file, size));
	}

	FileInode allocate(Allocation allocation, long position, long length) {
		return change(() -> LocalChanges.allocate(this.file, allocation, position, length));
	}

	/**
	 * Changes the file for the program that has opened it, which was asked then whether
	 * it may: mapped pages are written by the kernel, and servers write on threads that
	 * are not their clients'.
	 */
	private <T> T change(Supplier<T> work) {
		return Caller.as(this.opener, work);
	}

}
