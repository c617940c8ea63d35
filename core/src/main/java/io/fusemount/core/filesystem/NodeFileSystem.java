package io.fusemount.core.filesystem;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.change.Changes;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.failure.Failures;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.Listings;
import io.fusemount.core.inode.LocalNames;
import io.fusemount.core.inode.ModificationTimes;
import io.fusemount.core.inode.NameLock;
import io.fusemount.core.inode.Names;
import io.fusemount.core.inode.Resumption;
import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.name.Name;
import io.fusemount.core.name.ScratchNames;
import io.fusemount.core.namespace.Creation;
import io.fusemount.core.namespace.Deletion;
import io.fusemount.core.namespace.Directories;
import io.fusemount.core.namespace.Guard;
import io.fusemount.core.namespace.Rename;
import io.fusemount.core.namespace.ScratchDirectories;
import io.fusemount.core.namespace.Transfer;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.SymbolicLink;
import io.fusemount.core.operation.Allocation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.Presence;
import io.fusemount.core.operation.Seek;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.reading.Neighbours;
import io.fusemount.core.save.Backups;
import io.fusemount.core.save.Commits;
import io.fusemount.core.save.Conflicts;
import io.fusemount.core.save.DetourTimer;
import io.fusemount.core.save.Detours;
import io.fusemount.core.save.FailureReports;
import io.fusemount.core.save.Local;
import io.fusemount.core.save.Openings;
import io.fusemount.core.save.Releases;
import io.fusemount.core.save.Replacement;
import io.fusemount.core.save.Rows;
import io.fusemount.core.service.ServiceDirectory;
import io.fusemount.core.service.ServiceStatus;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.supervision.ServiceCheck;
import io.fusemount.core.supervision.Supervision;
import io.fusemount.core.tree.FileTree;
import io.fusemount.core.tree.StatusView;
import io.fusemount.core.vfs.Coherence;
import io.fusemount.core.vfs.DirectoryFiller;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.FileSystemStatistics;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.Handover;
import io.fusemount.core.vfs.Lending;
import io.fusemount.core.vfs.OpenDescriptors;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * A filesystem of directories that sources such as repositories provide. New files and
 * changes stay in the spool until a close or a synchronisation stores them.
 */
public final class NodeFileSystem implements VirtualFileSystem {

	private final Spool spool;

	private final ContentCache contents;

	private final Space space;

	private final LocalNames locals;

	private final Bindings bindings;

	private final FileTree tree;

	private final StatusView statuses;

	private final Changes changes;

	private final FailureReports reports;

	private final Commits commits;

	private final Detours detours;

	private final DetourTimer timer;

	private final Guard guard;

	private final PlaceChanges places;

	private final ScratchDirectories scratchDirectories;

	private final Local local;

	private final AttributeChanges attributes;

	private final OpenFileRecorder recorder;

	private final HandleTable handles;

	private final Handles openings;

	private final Coherence coherence;

	private final Supervision supervision;

	private final Ending ending;

	private final FileSystemHandover handover;

	private NodeFileSystem(Directory root, FileSystemSettings settings, Spool spool, OperationListener listener,
			Failures failures, ServiceCheck check, Clock clock) {
		this.spool = spool;
		Steps steps = new Steps(listener, failures::translate);
		Path cache = spool.directory().resolve("cache");
		this.contents = new ContentCache(cache, spool.channels(), settings.contentCache(), steps, listener);
		spool.setReserve(this.contents);
		this.space = new Space(spool, this.contents);
		UserLimit newFiles = new UserLimit("files that are new or stay local", "fusemount.new-files",
				settings.limits().newFiles(), Errno.ENOSPC, Errno.EDQUOT);
		InodeTable inodes = new InodeTable(Duration.ofMinutes(1));
		Names names = new Names(inodes, settings.timeToLive(), settings.cacheMaxEntries());
		ModificationTimes times = new ModificationTimes(names, clock);
		Listings listings = new Listings(names);
		NameLock locks = new NameLock(names);
		this.locals = new LocalNames(names, newFiles);
		this.bindings = new Bindings(names, this.locals);
		Resumption resumption = new Resumption(names, this.locals);
		this.recorder = new OpenFileRecorder(resumption);
		this.handles = new HandleTable(new UserLimit("open files and directories", "fusemount.handles",
				settings.limits().handles(), Errno.ENFILE, Errno.EMFILE), this.recorder);
		this.changes = new Changes(names, times, listings, this.contents, failures);
		Neighbours neighbours = new Neighbours(names, this.contents, steps, settings.timeToLive());
		this.contents.beforeFirstRead(neighbours::prepare);
		ServiceStatus status = new ServiceStatus(check, spool.unsaved()::listing, this.space::freeBytes,
				this.handles::size, root, clock.instant());
		Directory service = new ServiceDirectory(status, failures, spool.unsaved(), settings.uid(), clock.instant());
		this.tree = new FileTree(root, service, names, times, listings, this.locals, this.bindings,
				settings.timeToLive(), steps);
		this.statuses = new StatusView(settings, root, times);
		this.reports = new FailureReports(this.tree, this.changes, failures, listener);
		this.local = new Local(spool, this.contents, clock);
		Openings opening = new Openings(inodes, this.locals, this.bindings, this.local, neighbours, newFiles);
		Rows rows = new Rows(this.tree, names, this.bindings, this.changes, steps);
		Backups backups = new Backups(inodes, this.bindings, opening, this.local, this.changes);
		Replacement replacement = new Replacement(this.tree, names, inodes, this.bindings, opening, this.local,
				this.changes, rows, backups);
		this.commits = new Commits(inodes, names, locks, this.bindings, rows, replacement, this.changes,
				new Conflicts(settings.conflicts(), clock, locks, this.bindings, rows, this.changes, this.reports),
				this.reports);
		Releases releases = new Releases(inodes, this.bindings, this.commits, this.changes, this.reports);
		this.timer = new DetourTimer(this.bindings, settings.scratch().replacementWait(), listener, failures::translate,
				this.recorder::settle);
		this.detours = new Detours(this.tree, names, locks, this.bindings, replacement, backups, opening, this.changes,
				this.timer);
		ScratchNames scratch = settings.scratch().names();
		this.guard = new Guard(settings, this.tree);
		Creation creation = new Creation(this.guard, locks, names, this.bindings, opening, releases, rows, replacement,
				this.detours, this.changes, scratch);
		Deletion deletion = new Deletion(this.guard, locks, inodes, this.bindings, opening, this.detours, this.changes);
		this.scratchDirectories = new ScratchDirectories(spool, clock, newFiles, this.locals);
		Directories directories = new Directories(this.tree, locks, names, this.locals, this.bindings, this.changes,
				this.guard, steps, scratch, this.scratchDirectories);
		Rename renames = new Rename(this.guard, this.tree, locks, names, inodes, this.locals, this.bindings, opening,
				this.commits, replacement, this.detours, this.changes, directories,
				new Transfer(this.guard, this.tree, names, inodes, rows, this.detours, this.changes, spool), scratch);
		Repetition repetition = new Repetition(this.tree);
		this.places = new PlaceChanges(creation, deletion, renames, directories, this.reports, repetition,
				this.recorder);
		this.openings = new Handles(this.handles, this.tree, inodes, opening, releases, this.commits, creation,
				this.guard, this.changes, this.reports, cache, repetition, this.recorder);
		this.attributes = new AttributeChanges(inodes, this.bindings, opening, releases, this.commits, directories,
				this.guard, this.statuses, this.changes, this.reports, this.contents, new AttributeView(failures));
		this.coherence = new FileSystemCoherence(this.tree, this.bindings, this.changes);
		this.supervision = new FileSystemSupervision(this.tree, inodes, this.changes, this.reports, releases,
				this.handles, newFiles, this.commits, spool, this.contents, failures, status, this.recorder);
		this.ending = new Ending(this.handles, this.openings, this.commits, this.timer, this.detours, spool,
				this.contents);
		this.handover = new FileSystemHandover(this.handles, this.tree, resumption, this.local, spool, service,
				new DetourNotes(this.tree, this.bindings, this.detours), this.ending, this.recorder);
	}

	/**
	 * Creates a filesystem whose failures are reported to nobody else.
	 */
	public static NodeFileSystem create(Directory root, FileSystemSettings settings, FileSystemSpool spool,
			OperationListener listener) {
		return create(root, settings, spool, listener, Failures.create(), ServiceCheck.local());
	}

	/**
	 * Creates the filesystem.
	 * @param root its root directory
	 * @param spool closed with the filesystem
	 * @param listener notified of content that could not be stored
	 * @param failures what people read about failures; may serve several filesystems, one
	 * after the other
	 * @param check whether it is of use to programs
	 */
	public static NodeFileSystem create(Directory root, FileSystemSettings settings, FileSystemSpool spool,
			OperationListener listener, Failures failures, ServiceCheck check) {
		NodeFileSystem fileSystem = new NodeFileSystem(root, settings, spool.spool(), listener, failures, check,
				Clock.systemUTC());
		try {
			new ScratchRecovery(fileSystem.local, fileSystem.locals, fileSystem.scratchDirectories, spool.spool(),
					listener)
				.restore(root);
			fileSystem.handover.takeOver(spool.spool().notes(), spool.isConnected());
			return fileSystem;
		}
		catch (RuntimeException ex) {
			// Another attempt must find the spool as it was.
			fileSystem.ending.pause();
			fileSystem.ending.leave();
			throw ex;
		}
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
		return this.statuses.of((Node) known(handle));
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
		return this.space.ofDisk();
	}

	@Override
	public FileSystemStatistics statistics(Node node) {
		return this.space.of(node);
	}

	@Override
	public HandleId openDirectory(Node node) {
		return this.openings.openDirectory(node);
	}

	@Override
	public void readDirectory(HandleId handle, long offset, DirectoryFiller filler) {
		this.openings.readDirectory(handle, offset, filler, this.statuses);
	}

	@Override
	public void syncDirectory(HandleId handle) {
		Directory directory = this.handles.require(handle, DirectoryHandle.class).directory();
		this.recorder.after(() -> this.detours.settleBackupsIn(directory));
	}

	@Override
	public void releaseDirectory(HandleId handle) {
		this.openings.releaseDirectory(handle);
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
	public void createEmpty(Place place, int mode) {
		this.places.createEmpty(place, mode);
	}

	@Override
	public Node node(HandleId handle) {
		return known(handle);
	}

	@Override
	public Coherence coherence() {
		return this.coherence;
	}

	private FileInode known(HandleId handle) {
		return this.handles.known(handle, FileHandle.class).file();
	}

	private FileInode file(HandleId handle) {
		return this.handles.require(handle, FileHandle.class).file();
	}

	@Override
	public int read(HandleId handle, long position, ByteBuffer target) {
		FileInode file = file(handle);
		try {
			return file.read(position, target);
		}
		catch (ErrnoException ex) {
			throw this.changes.refreshing(file.key(), ex);
		}
	}

	@Override
	public @Nullable LocalRange locate(HandleId handle, long position, int length) {
		return file(handle).requireContent().locate(position, length);
	}

	@Override
	public Lending lending() {
		return this.openings;
	}

	@Override
	public int write(HandleId handle, long position, ByteBuffer source) {
		return this.openings.write(handle, position, source);
	}

	@Override
	public void truncate(Node node, long size) {
		this.recorder.after(() -> this.attributes.setSize(node, size));
	}

	@Override
	public void truncate(HandleId handle, long size) {
		FileHandle open = this.openings.writable(handle);
		this.reports.change(open.file(), () -> open.truncate(size));
	}

	@Override
	public void allocate(HandleId handle, Allocation allocation, long position, long length) {
		FileHandle open = this.openings.writable(handle);
		this.reports.change(open.file(), () -> open.allocate(allocation, position, length));
	}

	@Override
	public long seek(HandleId handle, long position, Seek seek) {
		return known(handle).seek(position, seek);
	}

	@Override
	public void flush(HandleId handle) {
		flush(handle, OpenDescriptors.UNSEEN);
	}

	@Override
	public void flush(HandleId handle, OpenDescriptors descriptors) {
		this.openings.flush(this.handles.require(handle, FileHandle.class), descriptors);
	}

	@Override
	public void sync(HandleId handle) {
		FileInode file = file(handle);
		this.recorder.after(() -> this.commits.sync(file));
	}

	@Override
	public void release(HandleId handle) {
		this.openings.release(handle);
	}

	@Override
	public void delete(Place place) {
		this.places.delete(place);
	}

	@Override
	public void rename(Place source, Place target) {
		this.places.rename(source, target);
	}

	@Override
	public void createDirectory(Place place, int mode) {
		this.places.createDirectory(place, mode);
	}

	@Override
	public void deleteDirectory(Place place) {
		this.places.deleteDirectory(place);
	}

	@Override
	public void setModified(Node node, Instant modified) {
		this.recorder.after(() -> this.attributes.setModified(node, modified));
	}

	@Override
	public void setPermissions(Node node, int permissions) {
		this.recorder.after(() -> this.attributes.setPermissions(node, permissions));
	}

	@Override
	public void setOwner(Node node, int uid, int gid) {
		this.recorder.after(() -> this.attributes.setOwner(node, uid, gid));
	}

	@Override
	public void setAccessList(Node node) {
		this.attributes.setAccessList(node);
	}

	@Override
	public byte[] extendedAttribute(Node node, String name) {
		return this.attributes.view().get(node, name);
	}

	@Override
	public void setExtendedAttribute(Node node, String name, byte @Nullable [] value, Presence presence) {
		this.recorder.after(() -> this.attributes.setExtended(node, name, value, presence));
	}

	@Override
	public List<String> extendedAttributes(Node node) {
		return this.attributes.view().list(node);
	}

	@Override
	public void invalidate(NodeKey key) {
		this.changes.invalidated(NodeChange.of(key));
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
	public Supervision supervision() {
		return this.supervision;
	}

	@Override
	public Handover handover() {
		return this.handover;
	}

	@Override
	public void drain() {
		this.ending.drain();
	}

	@Override
	public void close() {
		this.ending.close();
	}

}
