package io.fusemount.core.filesystem;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.failure.Failures;
import io.fusemount.core.file.Conflicts;
import io.fusemount.core.file.OpenFiles;
import io.fusemount.core.handle.DirectoryHandle;
import io.fusemount.core.handle.FileHandle;
import io.fusemount.core.handle.HandleTable;
import io.fusemount.core.inode.Changes;
import io.fusemount.core.inode.DirectoryTimes;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.NameTable;
import io.fusemount.core.inode.OpenFile;
import io.fusemount.core.inode.OpenFileNode;
import io.fusemount.core.inode.PendingRename;
import io.fusemount.core.inode.Tables;
import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.name.Name;
import io.fusemount.core.namespace.ChangeGuard;
import io.fusemount.core.namespace.Directories;
import io.fusemount.core.namespace.Namespace;
import io.fusemount.core.namespace.PendingRenameTimer;
import io.fusemount.core.namespace.PendingRenames;
import io.fusemount.core.namespace.Relocation;
import io.fusemount.core.namespace.Renames;
import io.fusemount.core.namespace.StoredNames;
import io.fusemount.core.namespace.Transfer;
import io.fusemount.core.neighbour.Neighbours;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.SymbolicLink;
import io.fusemount.core.operation.Allocation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.Seek;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.revision.Unsaved;
import io.fusemount.core.service.ServiceDirectory;
import io.fusemount.core.service.ServiceStatus;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.supervision.ContentCacheStatistics;
import io.fusemount.core.supervision.FileTotal;
import io.fusemount.core.supervision.ServiceCheck;
import io.fusemount.core.supervision.Supervision;
import io.fusemount.core.supervision.UnsavedListing;
import io.fusemount.core.tree.FileTree;
import io.fusemount.core.tree.KnownPages;
import io.fusemount.core.tree.OpenListings;
import io.fusemount.core.tree.StatusView;
import io.fusemount.core.vfs.ChangeObserver;
import io.fusemount.core.vfs.DirectoryFiller;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.FileSystemStatistics;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenDescriptors;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * A filesystem of directories that sources such as repositories provide. New files and
 * changes stay in the spool until they are closed or synchronised, and are then stored in
 * one transaction.
 */
public final class NodeFileSystem implements VirtualFileSystem {

	private static final int BLOCK_BYTES = 4096;

	private final Spool spool;

	private final ContentCache contents;

	private final AttributeChanges attributes;

	private final ErrorAttribute errorAttribute;

	private final Commits commits;

	private final InodeTable inodes;

	private final OpenFiles openFiles;

	private final NameTable names;

	private final FileTree tree;

	private final StatusView statuses;

	private final ChangeGuard guard;

	private final Namespace namespace;

	private final PendingRenames pendingRenames;

	private final Directories directories;

	private final Relocation relocation;

	private final Changes changes;

	private final PendingRenameTimer timer;

	private final HandleTable handles;

	private final UserLimit newFiles;

	private final Openings openings;

	private final Supervision supervision;

	private NodeFileSystem(Directory root, FileSystemSettings settings, Spool spool, OperationListener listener,
			Failures failures, ServiceCheck check, Clock clock) {
		this.spool = spool;
		this.errorAttribute = new ErrorAttribute(failures);
		Steps steps = new Steps(listener, failures::translate);
		this.contents = new ContentCache(spool.directory().resolve("cache"), spool.channels(), settings.contentCache(),
				steps, listener);
		spool.setReserve(this.contents);
		this.handles = new HandleTable(new UserLimit("open files and directories", "fusemount.handles",
				settings.limits().handles(), Errno.ENFILE, Errno.EMFILE));
		this.newFiles = new UserLimit("files that are new or stay local", "fusemount.new-files",
				settings.limits().newFiles(), Errno.ENOSPC, Errno.EDQUOT);
		this.names = new NameTable(settings.cacheMaxEntries(), this.newFiles);
		this.inodes = new InodeTable(this.names, Duration.ofMinutes(1));
		DirectoryTimes times = new DirectoryTimes(clock);
		this.changes = new Changes(this.names, settings.timeToLive(), this.inodes, this.contents, failures, times);
		Tables tables = new Tables(this.inodes, this.names, this.changes);
		Neighbours neighbours = new Neighbours(this.names, this.changes, this.contents, steps, settings.timeToLive());
		this.contents.beforeFirstRead(neighbours::prepare);
		this.openFiles = new OpenFiles(spool, this.contents, clock, this.newFiles, steps, tables, neighbours,
				this::unsaved, new Conflicts(settings.conflicts(), clock, this::conflict));
		ServiceStatus status = new ServiceStatus(check, spool.unsaved()::listing, this::freeBytes, this.handles::size,
				clock.instant());
		Directory service = new ServiceDirectory(status, failures, spool.unsaved(), settings.uid(), clock.instant());
		KnownPages pages = new KnownPages(this.names, settings.cacheMaxEntries());
		this.changes.observe(pages);
		OpenListings listings = new OpenListings();
		this.changes.observe(listings);
		this.tree = new FileTree(root, service, this.names, pages, listings, settings.timeToLive(), times, steps);
		this.statuses = new StatusView(settings, this.tree, this.inodes);
		this.commits = new Commits(this.tree, tables, this.openFiles, failures, listener);
		this.guard = new ChangeGuard(settings, this.tree);
		this.attributes = new AttributeChanges(settings, tables, this.tree, this.openFiles, this.guard, this.statuses,
				this.commits);
		ScratchSettings scratch = settings.scratch();
		this.timer = new PendingRenameTimer(this.names, scratch.replacementWait(), listener, failures::translate);
		StoredNames storedNames = new StoredNames(this.tree, tables, this.openFiles);
		this.pendingRenames = new PendingRenames(this.tree, tables, storedNames, this::pending);
		this.directories = new Directories(this.tree, tables, this.guard, steps, scratch.names(),
				this.openFiles.scratchDirectories());
		Renames renames = new Renames(this.tree, tables, this.openFiles, this.guard, scratch.names(), storedNames,
				this.pendingRenames, this.directories);
		this.namespace = new Namespace(this.tree, tables, this.openFiles, this.guard, this.pendingRenames,
				scratch.names(), steps);
		this.openings = new Openings(this.tree, tables, this.openFiles, this.guard, this.namespace, this.commits,
				this.handles);
		this.relocation = new Relocation(this.tree, renames,
				new Transfer(this.tree, tables, this.openFiles, this.guard, spool, steps, this.namespace::delete));
		this.supervision = new FileSystemSupervision(this.tree, tables, this.openFiles, this.handles, this.commits,
				spool, failures, status);
	}

	/**
	 * Creates a filesystem whose failures nobody else hears of.
	 */
	public static NodeFileSystem create(Directory root, FileSystemSettings settings, FileSystemSpool spool,
			OperationListener listener) {
		return create(root, settings, spool, listener, Failures.create(), ServiceCheck.local());
	}

	/**
	 * Creates the filesystem.
	 * @param root its root directory
	 * @param spool closed with the filesystem
	 * @param listener is told of content that could not be stored
	 * @param failures what people read about failures; may serve several filesystems, one
	 * after the other
	 * @param check whether it is of use to programs
	 */
	public static NodeFileSystem create(Directory root, FileSystemSettings settings, FileSystemSpool spool,
			OperationListener listener, Failures failures, ServiceCheck check) {
		NodeFileSystem fileSystem = new NodeFileSystem(root, settings, spool.spool(), listener, failures, check,
				Clock.systemUTC());
		try {
			new ScratchRecovery(fileSystem.openFiles, spool.spool(), listener).restore(root);
			return fileSystem;
		}
		catch (RuntimeException ex) {
			// Who tries again must not find the spool in use.
			fileSystem.close();
			throw ex;
		}
	}

	private void unsaved(OpenFile file, Unsaved unsaved) {
		Place uncommitted = file.uncommittedPlace();
		if (uncommitted != null) {
			this.changes.touched(uncommitted.directory());
		}
		this.commits.unsaved(file, unsaved);
	}

	private void conflict(@Nullable Place place, @Nullable Place keptAs, ErrnoException failure) {
		this.commits.conflict(place, keptAs);
	}

	private void pending(PendingRename rename) {
		this.timer.start(rename, this.pendingRenames);
	}

	@Override
	public Node resolve(String path) {
		return this.tree.resolve(path);
	}

	@Override
	public @Nullable Node lookup(Directory parent, Name name) {
		return this.tree.lookup(parent, name);
	}

	@Override
	public Place locate(String path) {
		return this.tree.locate(path);
	}

	@Override
	public FileStatus status(Node node) {
		return this.statuses.of(node);
	}

	@Override
	public FileStatus status(HandleId handle) {
		return this.statuses.of(known(handle));
	}

	@Override
	public void access(Node node, boolean write, boolean execute) {
		this.guard.requireAccess(node, write, execute);
	}

	@Override
	public String readLink(Node node) {
		if (node instanceof SymbolicLink link) {
			return link.target();
		}
		throw new ErrnoException(Errno.EINVAL, "Not a symbolic link");
	}

	@Override
	public FileSystemStatistics statistics() {
		return new FileSystemStatistics(BLOCK_BYTES, this.spool.totalBytes() / BLOCK_BYTES, freeBytes() / BLOCK_BYTES,
				Name.MAX_BYTES);
	}

	private long freeBytes() {
		return this.spool.usableBytes() + this.contents.bytes();
	}

	@Override
	public HandleId openDirectory(Node node) {
		return this.openings.openDirectory(node);
	}

	@Override
	public void readDirectory(HandleId handle, long offset, DirectoryFiller filler) {
		this.handles.require(handle, DirectoryHandle.class).read(offset, filler, this.statuses);
	}

	@Override
	public void syncDirectory(HandleId handle) {
		this.pendingRenames.settleBackupsIn(this.handles.require(handle, DirectoryHandle.class).directory());
	}

	@Override
	public void releaseDirectory(HandleId handle) {
		DirectoryHandle closed = this.handles.known(handle, DirectoryHandle.class);
		if (!this.handles.forgetTaken(handle)) {
			this.handles.remove(handle, DirectoryHandle.class);
		}
		closed.close();
	}

	@Override
	public HandleId open(Node node, OpenOptions options) {
		return this.openings.open(node, options);
	}

	@Override
	public HandleId create(Place place, OpenOptions options) {
		return this.openings.create(place, options);
	}

	@Override
	public void createEmpty(Place place) {
		this.commits.watch(place, () -> this.namespace.createEmpty(place));
	}

	@Override
	public boolean isOpenAt(HandleId handle, Node node) {
		return node instanceof RegularFile file && this.inodes.find(file) == known(handle);
	}

	@Override
	public Node node(HandleId handle) {
		return new OpenFileNode(known(handle));
	}

	@Override
	public boolean isSameFile(HandleId handle, HandleId other) {
		return known(handle) == known(other);
	}

	@Override
	public void supersede(HandleId handle, @Nullable Place alias) {
		this.inodes.supersede(known(handle), alias);
	}

	@Override
	public long validNanos(Place place, @Nullable Node found) {
		return this.tree.validNanos(place, found);
	}

	@Override
	public long rootValidNanos() {
		return this.tree.rootValidNanos();
	}

	@Override
	public @Nullable String contentVersion(HandleId handle) {
		return known(handle).contentVersion();
	}

	@Override
	public Runnable observe(ChangeObserver observer) {
		return this.changes.observe(observer);
	}

	/** Returns the file of a handle, though its program may have it no more. */
	private OpenFile known(HandleId handle) {
		return this.handles.known(handle, FileHandle.class).file();
	}

	private OpenFile file(HandleId handle) {
		return this.handles.require(handle, FileHandle.class).file();
	}

	@Override
	public int read(HandleId handle, long position, ByteBuffer target) {
		return file(handle).read(position, target);
	}

	@Override
	public @Nullable LocalRange locate(HandleId handle, long position, int length) {
		return file(handle).locate(position, length);
	}

	@Override
	public int write(HandleId handle, long position, ByteBuffer source) {
		FileHandle open = writable(handle);
		return this.commits.change(open.file(), () -> open.write(position, source));
	}

	@Override
	public void truncate(Node node, long size) {
		this.attributes.setSize(node, size);
	}

	@Override
	public void truncate(HandleId handle, long size) {
		this.commits.truncate(writable(handle).file(), size);
	}

	@Override
	public void allocate(HandleId handle, Allocation allocation, long position, long length) {
		OpenFile file = writable(handle).file();
		this.commits.change(file, () -> {
			file.allocate(allocation, position, length);
			return file;
		});
	}

	@Override
	public long seek(HandleId handle, long position, Seek seek) {
		return known(handle).seek(position, seek);
	}

	private FileHandle writable(HandleId id) {
		FileHandle handle = this.handles.require(id, FileHandle.class);
		if (!handle.write()) {
			throw new ErrnoException(Errno.EBADF, "The file is not open for writing");
		}
		return handle;
	}

	@Override
	public void flush(HandleId handle) {
		flush(handle, OpenDescriptors.UNSEEN);
	}

	@Override
	public void flush(HandleId handle, OpenDescriptors descriptors) {
		this.commits.flush(this.handles.require(handle, FileHandle.class), descriptors);
	}

	@Override
	public void sync(HandleId handle) {
		this.commits.sync(file(handle));
	}

	@Override
	public void release(HandleId handle) {
		if (this.handles.forgetTaken(handle)) {
			return;
		}
		FileHandle open = this.handles.remove(handle, FileHandle.class);
		this.openFiles.release(open.file(), open.write());
	}

	@Override
	public void delete(Place place) {
		this.commits.watch(place, () -> this.namespace.delete(place));
	}

	@Override
	public void hide(Place place, Name alias, boolean replaced) {
		this.commits.watch(place, () -> this.namespace.hide(place, alias, replaced));
	}

	@Override
	public void rename(Place source, Place target) {
		this.commits.watch(source, () -> this.relocation.move(source, target));
	}

	@Override
	public void createDirectory(Place place) {
		this.commits.watch(place, () -> this.directories.create(place));
	}

	@Override
	public void deleteDirectory(Place place) {
		this.commits.watch(place, () -> this.directories.delete(place));
	}

	@Override
	public void setModified(Node node, Instant modified) {
		this.attributes.setModified(node, modified);
	}

	@Override
	public void setPermissions(Node node, int permissions) {
		this.attributes.setPermissions(node, permissions);
	}

	@Override
	public void setOwner(Node node, int uid, int gid) {
		this.attributes.setOwner(uid, gid);
	}

	@Override
	public void setAccessList(Node node) {
		this.attributes.setAccessList();
	}

	@Override
	public byte[] extendedAttribute(Node node, String name) {
		return this.errorAttribute.get(node, name);
	}

	@Override
	public List<String> extendedAttributes(Node node) {
		return this.errorAttribute.list(node);
	}

	@Override
	public long maxFileSize() {
		return this.spool.maxFileSize();
	}

	@Override
	public UnsavedListing unsaved() {
		return this.spool.unsaved().listing();
	}

	@Override
	public int newFiles() {
		return this.newFiles.taken();
	}

	@Override
	public FileTotal scratch() {
		return this.names.scratch();
	}

	@Override
	public ContentCacheStatistics contentCache() {
		return this.contents.statistics();
	}

	@Override
	public void invalidate(NodeKey key) {
		this.changes.invalidated(key);
	}

	@Override
	public void invalidate(NodeChange change) {
		this.changes.invalidated(change);
	}

	@Override
	public void invalidateNames() {
		this.changes.invalidatedNames();
	}

	@Override
	public void invalidateAll() {
		this.changes.invalidatedAll();
	}

	@Override
	public long invalidations() {
		return this.changes.invalidations();
	}

	@Override
	public int openHandles() {
		return this.handles.size();
	}

	@Override
	public Supervision supervision() {
		return this.supervision;
	}

	@Override
	public void drain() {
		this.handles.complete();
		try {
			this.commits.commitAll();
		}
		finally {
			this.timer.endAll(this.pendingRenames);
		}
	}

	@Override
	public void close() {
		this.handles.complete();
		this.timer.stop();
		RuntimeException failure = null;
		for (FileHandle handle : this.handles.removeAll(FileHandle.class)) {
			try {
				this.openFiles.release(handle.file(), handle.write());
			}
			catch (RuntimeException ex) {
				failure = (failure != null) ? failure : ex;
			}
		}
		try (this.spool; this.contents) {
			this.timer.close();
			// Others may have unmounted it, and nothing was drained then.
			this.timer.endAll(this.pendingRenames);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		if (failure != null) {
			throw failure;
		}
	}

}
