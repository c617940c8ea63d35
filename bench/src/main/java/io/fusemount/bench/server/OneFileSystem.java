package io.fusemount.bench.server;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Allocation;
import io.fusemount.core.supervision.Supervision;
import io.fusemount.core.vfs.DirectoryFiller;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.FileSystemStatistics;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * A filesystem with a single read-only file, for measuring the path to it.
 */
public abstract class OneFileSystem implements VirtualFileSystem {

	private static final HandleId HANDLE = new HandleId(1);

	private static final FileStatus ROOT = new FileStatus(1, FileStatus.Kind.DIRECTORY, 0755, 2, 0, 0, 0, Instant.EPOCH,
			Instant.EPOCH);

	private final OneFileNodes.Root root = new OneFileNodes.Root();

	private final OneFileNodes.File file;

	private final String name;

	private final FileStatus status;

	protected OneFileSystem(String name, long size) {
		this.name = name;
		this.file = new OneFileNodes.File(name, size);
		this.status = new FileStatus(2, FileStatus.Kind.REGULAR_FILE, 0444, 1, 0, 0, size, Instant.EPOCH,
				Instant.EPOCH);
	}

	@Override
	public Node resolve(String path) {
		if (path.equals("/")) {
			return this.root;
		}
		if (path.equals("/" + this.name)) {
			return this.file;
		}
		throw new ErrnoException(Errno.ENOENT, path);
	}

	@Override
	public FileStatus status(Node node) {
		return (node == this.root) ? ROOT : this.status;
	}

	@Override
	public FileStatus status(HandleId handle) {
		return this.status;
	}

	@Override
	public Node node(HandleId handle) {
		return this.file;
	}

	@Override
	public HandleId open(Node node, OpenOptions options) {
		return HANDLE;
	}

	@Override
	public @Nullable Node lookup(Directory parent, Name name) {
		return name.value().equals(this.name) ? this.file : null;
	}

	@Override
	public void access(Node node, boolean write, boolean execute) {
	}

	@Override
	public FileSystemStatistics statistics() {
		return new FileSystemStatistics(4096, this.status.size() / 4096, 0, 0, 0, Name.MAX_BYTES);
	}

	@Override
	public HandleId openDirectory(Node node) {
		return HANDLE;
	}

	@Override
	public void readDirectory(HandleId handle, long offset, DirectoryFiller filler) {
		if (offset == 0) {
			filler.add(this.name, this.file, this.status, 1);
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
	public Supervision supervision() {
		return Supervision.NONE;
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
	public Place locate(String path) {
		throw readOnly();
	}

	@Override
	public String readLink(Node node) {
		throw readOnly();
	}

	@Override
	public HandleId create(Place place, OpenOptions options) {
		throw readOnly();
	}

	@Override
	public void createEmpty(Place place, int mode) {
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
	public void delete(Place place) {
		throw readOnly();
	}

	@Override
	public void rename(Place source, Place target) {
		throw readOnly();
	}

	@Override
	public void createDirectory(Place place, int mode) {
		throw readOnly();
	}

	@Override
	public void deleteDirectory(Place place) {
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
		return new ErrnoException(Errno.EROFS, "This filesystem cannot be changed");
	}

}
