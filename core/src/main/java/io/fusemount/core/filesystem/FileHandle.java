package io.fusemount.core.filesystem;

import java.nio.ByteBuffer;

import org.jspecify.annotations.Nullable;

import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.LocalChanges;
import io.fusemount.core.operation.Caller;

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

	/** Mapped pages are written by the kernel, for no program in particular. */
	int write(long position, ByteBuffer source) {
		return Caller.orElse(this.opener, () -> this.append ? LocalChanges.append(this.file, source)
				: LocalChanges.write(this.file, position, source));
	}

}
