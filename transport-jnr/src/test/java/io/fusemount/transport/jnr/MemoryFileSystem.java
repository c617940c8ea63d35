package io.fusemount.transport.jnr;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Allocation;
import io.fusemount.core.operation.Presence;
import io.fusemount.core.supervision.Supervision;
import io.fusemount.core.vfs.Coherence;
import io.fusemount.core.vfs.DirectoryFiller;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.FileSystemStatistics;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * A filesystem on a map of paths that records its calls and can be made to fail or to
 * wait.
 */
class MemoryFileSystem implements VirtualFileSystem {

	final Map<String, MemoryNode> nodes = new ConcurrentSkipListMap<>();

	final Map<Long, MemoryNode> handles = new ConcurrentHashMap<>();

	/** The calls with their arguments. */
	final List<String> calls = new CopyOnWriteArrayList<>();

	/** Runs before every call, with the name of its method. */
	volatile Consumer<String> before = (method) -> {
	};

	private final AtomicLong number = new AtomicLong(1);

	MemoryFileSystem() {
		this.nodes.put("/", new MemoryNode.Folder(1));
	}

	MemoryNode.File file(String path, String content) {
		MemoryNode.File file = new MemoryNode.File(this.number.incrementAndGet());
		file.bytes = content.getBytes(StandardCharsets.UTF_8);
		this.nodes.put(path, file);
		return file;
	}

	void folder(String path) {
		this.nodes.put(path, new MemoryNode.Folder(this.number.incrementAndGet()));
	}

	void link(String path, String target) {
		this.nodes.put(path, new MemoryNode.Link(this.number.incrementAndGet(), target));
	}

	private void called(String method, Object... arguments) {
		this.calls.add(method + List.of(arguments));
		this.before.accept(method);
	}

	private MemoryNode require(String path) {
		MemoryNode node = this.nodes.get(path);
		if (node == null) {
			throw new ErrnoException(Errno.ENOENT, path);
		}
		return node;
	}

	private MemoryNode require(HandleId handle) {
		MemoryNode node = this.handles.get(handle.value());
		if (node == null) {
			throw new ErrnoException(Errno.EBADF, handle.toString());
		}
		return node;
	}

	private MemoryNode.File open(HandleId handle) {
		return (MemoryNode.File) require(handle);
	}

	private String path(Place place) {
		MemoryNode parent = (MemoryNode) place.directory();
		String directory = path(parent);
		return (directory.equals("/") ? "" : directory) + "/" + place.name();
	}

	private String path(MemoryNode wanted) {
		return this.nodes.entrySet()
			.stream()
			.filter((entry) -> entry.getValue() == wanted)
			.map(Map.Entry::getKey)
			.findFirst()
			.orElseThrow();
	}

	@Override
	public Node resolve(String path) {
		this.before.accept("resolve");
		return require(path).node();
	}

	@Override
	public @Nullable Node lookup(Directory parent, Name name) {
		MemoryNode node = this.nodes.get(path(new Place(parent, name)));
		return (node != null) ? node.node() : null;
	}

	@Override
	public Place locate(String path) {
		int slash = path.lastIndexOf('/');
		MemoryNode parent = require((slash == 0) ? "/" : path.substring(0, slash));
		return new Place((MemoryNode.Folder) parent, new Name(path.substring(slash + 1)));
	}

	@Override
	public FileStatus status(Node node) {
		this.before.accept("status");
		return ((MemoryNode) node).status();
	}

	@Override
	public FileStatus status(HandleId handle) {
		called("fstatus");
		return require(handle).status();
	}

	@Override
	public void access(Node node, boolean write, boolean execute) {
		called("access", write, execute);
		if (execute && node instanceof MemoryNode.File) {
			throw new ErrnoException(Errno.EACCES, "Not executable");
		}
	}

	@Override
	public String readLink(Node node) {
		return ((MemoryNode.Link) node).target();
	}

	@Override
	public FileSystemStatistics statistics() {
		return new FileSystemStatistics(4096, 1L << 33, 1L << 32, 0, 0, 255);
	}

	@Override
	public HandleId openDirectory(Node node) {
		called("openDirectory");
		return register((MemoryNode) node);
	}

	@Override
	public void readDirectory(HandleId handle, long offset, DirectoryFiller filler) {
		called("readDirectory", offset);
		MemoryNode directory = require(handle);
		String path = path(directory);
		String prefix = path.equals("/") ? "/" : path + "/";
		List<String> names = new ArrayList<>(List.of(".", ".."));
		this.nodes.keySet()
			.stream()
			.filter((other) -> other.startsWith(prefix) && other.length() > prefix.length()
					&& other.indexOf('/', prefix.length()) < 0)
			.forEach((other) -> names.add(other.substring(prefix.length())));
		for (int i = (int) offset; i < names.size(); i++) {
			MemoryNode node = (i < 2) ? directory : require(prefix + names.get(i));
			if (!filler.add(names.get(i), node.status(), i + 1)) {
				return;
			}
		}
	}

	@Override
	public void releaseDirectory(HandleId handle) {
		called("releaseDirectory");
		this.handles.remove(handle.value());
	}

	private HandleId register(MemoryNode node) {
		long id = this.number.incrementAndGet();
		this.handles.put(id, node);
		return new HandleId(id);
	}

	@Override
	public HandleId open(Node node, OpenOptions options) {
		called("open", options);
		MemoryNode.File file = (MemoryNode.File) node;
		if (options.truncate()) {
			file.truncate(0);
		}
		return register(file);
	}

	@Override
	public HandleId create(Place place, OpenOptions options) {
		called("create", options);
		return register(file(path(place), ""));
	}

	@Override
	public void createEmpty(Place place, int mode) {
		called("createEmpty");
		file(path(place), "");
	}

	@Override
	public Coherence coherence() {
		return new Coherence() {

			@Override
			public void part(Node open) {
				called("part");
			}

			@Override
			public void secure(Node open) {
				called("secure");
			}

		};
	}

	@Override
	public Node node(HandleId handle) {
		return require(handle).node();
	}

	@Override
	public int read(HandleId handle, long position, ByteBuffer target) {
		this.before.accept("read");
		return open(handle).read(position, target);
	}

	@Override
	public int write(HandleId handle, long position, ByteBuffer source) {
		called("write", position, source.remaining());
		return open(handle).write(position, source);
	}

	@Override
	public void truncate(Node node, long size) {
		called("truncate", size);
		((MemoryNode.File) node).truncate((int) size);
	}

	@Override
	public void allocate(HandleId handle, Allocation allocation, long position, long length) {
		called("fallocate", allocation, position, length);
	}

	@Override
	public void truncate(HandleId handle, long size) {
		called("ftruncate", size);
		open(handle).truncate((int) size);
	}

	@Override
	public void flush(HandleId handle) {
		called("flush");
	}

	@Override
	public void sync(HandleId handle) {
		called("sync");
	}

	@Override
	public void release(HandleId handle) {
		called("release");
		this.handles.remove(handle.value());
	}

	@Override
	public void delete(Place place) {
		called("delete", place.name());
		require(path(place));
		this.nodes.remove(path(place));
	}

	@Override
	public void rename(Place source, Place target) {
		called("rename", source.name(), target.name());
		this.nodes.put(path(target), require(path(source)));
		this.nodes.remove(path(source));
	}

	@Override
	public void createDirectory(Place place, int mode) {
		called("createDirectory", place.name());
		folder(path(place));
	}

	@Override
	public void deleteDirectory(Place place) {
		called("deleteDirectory", place.name());
		this.nodes.remove(path(place));
	}

	@Override
	public void setModified(Node node, Instant modified) {
		called("setModified", modified);
		((MemoryNode.File) node).modified = modified;
	}

	@Override
	public void setPermissions(Node node, int permissions) {
		called("setPermissions", Integer.toOctalString(permissions));
	}

	@Override
	public void setOwner(Node node, int uid, int gid) {
		called("setOwner", uid, gid);
	}

	@Override
	public void setAccessList(Node node) {
		called("setfacl");
	}

	@Override
	public byte[] extendedAttribute(Node node, String name) {
		if (!name.equals("user.color")) {
			throw new ErrnoException(Errno.ENODATA, name);
		}
		return "grün".getBytes(StandardCharsets.UTF_8);
	}

	@Override
	public void setExtendedAttribute(Node node, String name, byte @Nullable [] value, Presence presence) {
		called("setxattr", name, presence, (value != null) ? value.length : -1);
	}

	@Override
	public List<String> extendedAttributes(Node node) {
		return List.of("user.color", "user.size");
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

}
