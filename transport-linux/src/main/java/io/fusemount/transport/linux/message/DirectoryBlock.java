package io.fusemount.transport.linux.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import io.fusemount.core.node.Node;
import io.fusemount.core.vfs.DirectoryFiller;
import io.fusemount.core.vfs.FileStatus;
import org.jspecify.annotations.Nullable;

/**
 * Entries of a directory, one after the other: {@code struct fuse_dirent}, or {@code
 * struct fuse_direntplus} with the result of a look-up of each.
 */
public final class DirectoryBlock implements DirectoryFiller {

	private static final int NAME = 24;

	private static final int ALIGNMENT = 8;

	private final ByteBuffer target;

	private final int size;

	private final @Nullable Entries entries;

	/**
	 * Creates the block.
	 * @param target the buffer for the entries, from its position on
	 * @param size the maximum number of bytes
	 * @param entries adds the result of a look-up, {@code null} if it is not wanted
	 */
	public DirectoryBlock(ByteBuffer target, int size, @Nullable Entries entries) {
		this.target = target;
		this.size = Math.min(size, target.remaining());
		this.entries = entries;
	}

	/**
	 * Returns the number of bytes written.
	 */
	public int length() {
		return this.target.position();
	}

	@Override
	public boolean add(String name, FileStatus status, long nextOffset) {
		throw new UnsupportedOperationException("The node is wanted");
	}

	@Override
	public boolean add(String name, Node node, FileStatus status, long nextOffset) {
		byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
		int length = (NAME + bytes.length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
		int start = this.target.position();
		if (start + length + ((this.entries != null) ? StatusBlock.ENTRY_SIZE : 0) > this.size) {
			return false;
		}
		if (this.entries != null) {
			this.entries.write(this.target, name, node, status);
		}
		this.target.putLong(status.inode())
			.putLong(nextOffset)
			.putInt(bytes.length)
			.putInt(StatusBlock.kind(status))
			.put(bytes);
		while (this.target.position() % ALIGNMENT != 0) {
			this.target.put((byte) 0);
		}
		return true;
	}

	/**
	 * Adds the result of a look-up to an entry.
	 */
	@FunctionalInterface
	public interface Entries {

		/**
		 * Writes a {@code struct fuse_entry_out}.
		 */
		void write(ByteBuffer target, String name, Node node, FileStatus status);

	}

}
