package io.fusemount.transport.jnr;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.SymbolicLink;
import io.fusemount.core.vfs.FileStatus;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a {@link MemoryFileSystem}.
 */
interface MemoryNode {

	Instant CREATED = Instant.parse("2020-01-02T03:04:05.123456789Z");

	FileStatus status();

	default Node node() {
		return (Node) this;
	}

	record Folder(long inode) implements MemoryNode, Directory {

		@Override
		public FileStatus status() {
			return new FileStatus(this.inode, FileStatus.Kind.DIRECTORY, 0755, 2, 0, 0, 0, CREATED, CREATED);
		}

		@Override
		public NodeKey key() {
			return new NodeKey("folder", Long.toString(this.inode));
		}

		@Override
		public Attributes attributes() {
			return Attributes.directory(CREATED, true);
		}

		@Override
		public @Nullable Node find(Name name) {
			return null;
		}

		@Override
		public DirectoryPage list(@Nullable String position) {
			return new DirectoryPage(List.of(), null);
		}

	}

	record Link(long inode, String target) implements MemoryNode, SymbolicLink {

		@Override
		public FileStatus status() {
			return new FileStatus(this.inode, FileStatus.Kind.SYMBOLIC_LINK, 0777, 1, 0, 0, this.target.length(),
					CREATED, CREATED);
		}

		@Override
		public NodeKey key() {
			return new NodeKey("link", Long.toString(this.inode));
		}

		@Override
		public Attributes attributes() {
			return new Attributes(this.target.length(), CREATED, CREATED, false);
		}

	}

	class File implements MemoryNode, RegularFile {

		final long inode;

		volatile byte[] bytes = new byte[0];

		/** What {@code stat} says instead of the real length, if not negative. */
		volatile long pretendedSize = -1;

		volatile Instant modified = CREATED;

		File(long inode) {
			this.inode = inode;
		}

		synchronized int read(long position, ByteBuffer target) {
			int start = (int) Math.min(position, this.bytes.length);
			int length = Math.min(target.remaining(), this.bytes.length - start);
			target.put(this.bytes, start, length);
			return length;
		}

		synchronized int write(long position, ByteBuffer source) {
			int length = source.remaining();
			if (position + length > this.bytes.length) {
				truncate((int) position + length);
			}
			source.get(this.bytes, (int) position, length);
			return length;
		}

		synchronized void truncate(int size) {
			this.bytes = Arrays.copyOf(this.bytes, size);
		}

		@Override
		public FileStatus status() {
			long size = (this.pretendedSize >= 0) ? this.pretendedSize : this.bytes.length;
			return new FileStatus(this.inode, FileStatus.Kind.REGULAR_FILE, 0644, 1, 12, 34, size, CREATED,
					this.modified);
		}

		@Override
		public NodeKey key() {
			return new NodeKey("file", Long.toString(this.inode));
		}

		@Override
		public Attributes attributes() {
			return new Attributes(this.bytes.length, CREATED, this.modified, true);
		}

		@Override
		public Content content() {
			return this::read;
		}

		@Override
		public boolean isSameVersion(RegularFile other) {
			return this == other;
		}

	}

}
