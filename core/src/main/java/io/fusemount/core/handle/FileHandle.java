package io.fusemount.core.handle;

import java.nio.ByteBuffer;

import io.fusemount.core.inode.OpenFile;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * One opening of a file.
 *
 * @param file the state that it shares with other handles
 * @param write whether it may write
 * @param append whether all it writes goes to the end, which the kernel does not know
 * @param found where it was when it was opened, {@code null} if that is not known
 * @param opener who has opened it, {@code null} if that is not known
 */
public record FileHandle(OpenFile file, boolean write, boolean append, @Nullable Place found, @Nullable Caller opener) {

	public FileHandle(OpenFile file, boolean write, boolean append, @Nullable Place found) {
		this(file, write, append, found, Caller.current());
	}

	/**
	 * Mapped pages are written by the kernel, for nobody in particular.
	 */
	public int write(long position, ByteBuffer source) {
		return Caller.orElse(this.opener,
				() -> this.append ? this.file.append(source) : this.file.write(position, source));
	}

}
