package io.fusemount.bench.transport;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.spool.Allocation;
import io.fusemount.core.vfs.DirectoryFiller;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.FileSystemStatistics;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.Location;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.OpenedFile;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * A filesystem that does nothing: one file of zeros, so that what is measured is the way
 * to it.
 */
final class NullFileSystem implements VirtualFileSystem {

	private static final HandleId HANDLE = new HandleId(1);

	private static final FileStatus ROOT = new FileStatus(1, FileStatus.Kind.DIRECTORY, 0755, 2, 0, 0, 0, Instant.EPOCH,
			Instant.EPOCH);

	private static final FileStatus FILE = new FileStatus(2, FileStatus.Kind.REGULAR_FILE, 0444, 1, 0, 0, Zeros.SIZE,
			Instant.EPOCH, Instant.EPOCH);

	private final NullNodes.Root root = new NullNodes.Root();

	private final NullNodes.File file = new NullNodes.File();

	private final ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 20);

	@Override
	public Node resolve(String path) {
		if (path.equals("/")) {
			return this.root;
		}
		if (path.equals("/" + Zeros.NAME)) {
			return this.file;
		}
		throw new ErrnoException(Errno.ENOENT, path);
	}

	@Override
	public FileStatus status(Node node) {
		return (node == this.root) ? ROOT : FILE;
	}

	@Override
	public FileStatus status(HandleId handle) {
		return FILE;
	}

	@Override
	public OpenedFile open(Node node, OpenOptions options) {
		return new OpenedFile(HANDLE, false);
	}

	@Override
	public int read(HandleId handle, long position, ByteBuffer target) {
		int length = Zeros.length(position, target.remaining());
		target.put(this.zeros.duplicate().limit(length));
		return length;
	}

	@Override
	public @Nullable Node lookup(Directory parent, Name name) {
		return name.value().equals(Zeros.NAME) ? this.file : null;
	}

	@Override
	public void access(Node node, boolean write, boolean execute) {
	}

	@Override
	public FileSystemStatistics statistics() {
		return new FileSystemStatistics(4096, Zeros.SIZE / 4096, 0, Name.MAX_BYTES);
	}

	@Override
	public HandleId openDirectory(Node node) {
		return HANDLE;
	}

	@Override
	public void readDirectory(HandleId handle, long offset, DirectoryFiller filler) {
		if (offset == 0) {
			filler.add(Zeros.NAME, FILE, 1);
		}
	}

	@Override
	public void releaseDirectory(HandleId handle) {
	}

	@Override
	public void flush(HandleId handle) {
	}

	@Override
	public void sync(HandleId handle) {
	}

	@Override
	public void release(HandleId handle) {
	}

	@Override
	public void invalidate(NodeKey key) {
	}

	@Override
	public int openHandles() {
		return 0;
	}

	@Override
	public void drain() {
	}

	@Override
	public void close() {
	}

	@Override
	public void setAccessList(Node node) {
		throw readOnly();
	}

	@Override
	public byte[] extendedAttribute(Node node, String name) {
		throw new ErrnoException(Errno.ENODATA, name);
	}

	@Override
	public List<String> extendedAttributes(Node node) {
		return List.of();
	}

	@Override
	public Location locate(String path) {
		throw readOnly();
	}

	@Override
	public String readLink(Node node) {
		throw readOnly();
	}

	@Override
	public OpenedFile create(Location location, OpenOptions options) {
		throw readOnly();
	}

	@Override
	public void createEmpty(Location location) {
		throw readOnly();
	}

	@Override
	public int write(HandleId handle, long position, ByteBuffer source) {
		throw readOnly();
	}

	@Override
	public void truncate(Node node, long size) {
		throw readOnly();
	}

	@Override
	public void truncate(HandleId handle, long size) {
		throw readOnly();
	}

	@Override
	public void allocate(HandleId handle, Allocation allocation, long position, long length) {
		throw readOnly();
	}

	@Override
	public void delete(Location location) {
		throw readOnly();
	}

	@Override
	public void rename(Location source, Location target) {
		throw readOnly();
	}

	@Override
	public void hide(Location location, Name alias, boolean replaced) {
		throw readOnly();
	}

	@Override
	public void createDirectory(Location location) {
		throw readOnly();
	}

	@Override
	public void deleteDirectory(Location location) {
		throw readOnly();
	}

	@Override
	public void setModified(Node node, Instant modified) {
		throw readOnly();
	}

	@Override
	public void setPermissions(Node node, int permissions) {
		throw readOnly();
	}

	@Override
	public void setOwner(Node node, int uid, int gid) {
		throw readOnly();
	}

	private static ErrnoException readOnly() {
		return new ErrnoException(Errno.EROFS, "The null filesystem can not be changed");
	}

}
