package io.fusemount.core.filesystem;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

import io.fusemount.core.change.Changes;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.LocalChanges;
import io.fusemount.core.local.Loan;
import io.fusemount.core.namespace.Creation;
import io.fusemount.core.namespace.Guard;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.save.Commits;
import io.fusemount.core.save.FailureReports;
import io.fusemount.core.save.Openings;
import io.fusemount.core.save.Releases;
import io.fusemount.core.tree.FileTree;
import io.fusemount.core.tree.StatusView;
import io.fusemount.core.vfs.DirectoryFiller;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.Lending;
import io.fusemount.core.vfs.OpenDescriptors;
import io.fusemount.core.vfs.OpenOptions;
import org.jspecify.annotations.Nullable;

/**
 * How programs get handles of files and directories, until the filesystem is unmounted,
 * and close them.
 */
final class Handles implements Lending {

	private final HandleTable table;

	private final FileTree tree;

	private final InodeTable inodes;

	private final Openings openings;

	private final Releases releases;

	private final Commits commits;

	private final Creation creation;

	private final Guard guard;

	private final Changes changes;

	private final FailureReports reports;

	private final Path cache;

	private final Repetition repetition;

	private final OpenFileRecorder recorder;

	Handles(HandleTable table, FileTree tree, InodeTable inodes, Openings openings, Releases releases, Commits commits,
			Creation creation, Guard guard, Changes changes, FailureReports reports, Path cache, Repetition repetition,
			OpenFileRecorder recorder) {
		this.table = table;
		this.tree = tree;
		this.inodes = inodes;
		this.openings = openings;
		this.releases = releases;
		this.commits = commits;
		this.creation = creation;
		this.guard = guard;
		this.changes = changes;
		this.reports = reports;
		this.cache = cache;
		this.repetition = repetition;
		this.recorder = recorder;
	}

	HandleId openDirectory(Node node) {
		Directory directory = FileTree.requireDirectory(node, node.key());
		this.guard.requireSeen(directory);
		return this.table.add(() -> new DirectoryHandle(this.tree, directory), (late) -> {
		});
	}

	HandleId open(Node node, OpenOptions options) {
		RegularFile file = Guard.requireFile(node);
		this.guard.requireSeen(file);
		if (options.write()) {
			this.guard.requireStorable(file);
		}
		return this.table.add(() -> openFile(file, options), this::close);
	}

	private FileHandle openFile(RegularFile found, OpenOptions options) {
		FileInode file = this.changes.refreshing(found.key(),
				() -> this.openings.open(found, options.write(), !options.truncate()));
		try {
			if (options.write()) {
				file.label();
			}
			if (options.truncate()) {
				LocalChanges.truncate(file, 0);
			}
		}
		catch (RuntimeException ex) {
			this.releases.release(file, options.write());
			throw ex;
		}
		// Only if it is direct, the kernel does not know the end under its own lock.
		return new FileHandle(file, options.write(), options.append() && options.direct());
	}

	/** Passes on what a directory has from an offset on. */
	void readDirectory(HandleId id, long offset, DirectoryFiller filler, StatusView statuses) {
		this.table.require(id, DirectoryHandle.class).read(offset, filler, statuses);
		this.recorder.read(id.value(), this.table.find(id));
	}

	void releaseDirectory(HandleId id) {
		DirectoryHandle closed = this.table.known(id, DirectoryHandle.class);
		if (!this.table.forgetTaken(id)) {
			this.table.remove(id, DirectoryHandle.class);
		}
		closed.close();
		this.recorder.closed(id.value());
	}

	HandleId create(Place place, OpenOptions options) {
		return this.recorder.after(() -> this.reports.watch(place, () -> createOrOpen(place, options)));
	}

	private HandleId createOrOpen(Place place, OpenOptions options) {
		try {
			return this.table.add(() -> new FileHandle(this.creation.create(place, options), options.write(), false),
					this::close);
		}
		catch (ErrnoException ex) {
			if (ex.errno() != Errno.EEXIST) {
				throw ex;
			}
			return openTaken(place, options, ex);
		}
	}

	/** The application or another program was quicker since the kernel has asked. */
	private HandleId openTaken(Place place, OpenOptions options, ErrnoException failure) {
		Node taken = this.tree.lookupAgain(place);
		if (taken == null) {
			throw new ErrnoException(Errno.EEXIST, String.valueOf(failure.getMessage()),
					(failure.hint() != null) ? failure.hint()
							: "Nothing is found under this name: the application takes it for that of another file",
					failure);
		}
		if (this.repetition.hasCreated(taken)) {
			return open(taken, options);
		}
		if (options.creation() != OpenOptions.Creation.SHARED) {
			throw new ErrnoException(Errno.EEXIST, "File exists: " + place.name());
		}
		if (!taken.ownership().isNone()) {
			// The kernel has only checked that the program may create a file. It looks
			// again now, and checks whether the program may open this one.
			throw new ErrnoException(Errno.ESTALE, "The file has been created in the meantime: " + place.name());
		}
		return open(taken, options);
	}

	private void close(FileHandle late) {
		this.releases.release(late.file(), late.write());
	}

	/** A descriptor has been closed, and there may be others of the same handle. */
	void flush(FileHandle handle, OpenDescriptors descriptors) {
		// A reader that closes has no part in what a writer is at.
		if (handle.write() && !isYetToBeWritten(handle, descriptors)) {
			this.recorder.after(() -> commit(handle));
		}
	}

	private void commit(FileHandle handle) {
		this.commits.commit(handle.file());
		if (handle.isOpenersOwn()) {
			// The release comes after close has returned: the next program would see the
			// number change.
			this.inodes.settleNumber(handle.file());
		}
	}

	/**
	 * Whether the file is empty because its writer has only begun: whoever closes the
	 * descriptor, or has opened it, can still write by another one.
	 */
	private boolean isYetToBeWritten(FileHandle handle, OpenDescriptors descriptors) {
		FileInode file = handle.file();
		if (!file.isDirty() || file.size() > 0 || !file.requireContent().isChanged()) {
			return false;
		}
		return Stream.of(Optional.ofNullable(Caller.current()), Optional.ofNullable(handle.opener()))
			.flatMap(Optional::stream)
			.map(Caller::pid)
			.distinct()
			.anyMatch((thread) -> canWrite(thread, file, descriptors));
	}

	/** The kernel may know the file by the number that it had before its first commit. */
	private boolean canWrite(int thread, FileInode file, OpenDescriptors descriptors) {
		return descriptors.canWrite(thread, file.number())
				|| descriptors.canWrite(thread, this.inodes.firstNumber(file));
	}

	/**
	 * Returns a handle that may write.
	 * @throws ErrnoException {@code EBADF}
	 */
	FileHandle writable(HandleId id) {
		FileHandle handle = this.table.require(id, FileHandle.class);
		if (!handle.write()) {
			throw new ErrnoException(Errno.EBADF, "The file is not open for writing");
		}
		return handle;
	}

	int write(HandleId id, long position, ByteBuffer source) {
		FileHandle open = writable(id);
		return this.reports.change(open.file(),
				() -> open.write(position, (end) -> this.recorder.appends().start(id.value(), end), source));
	}

	@Override
	public Path directory() {
		return this.cache;
	}

	@Override
	public @Nullable Loan lend(HandleId id) {
		FileInode file = this.table.require(id, FileHandle.class).file();
		return this.guard.isUnchangeable(file) ? file.requireContent().lend() : null;
	}

	void release(HandleId id) {
		if (this.table.forgetTaken(id)) {
			return;
		}
		FileHandle closed = this.table.remove(id, FileHandle.class);
		// Else nothing is stored, and nothing becomes of other files.
		boolean stores = closed.file().isDirty();
		try {
			close(closed);
		}
		finally {
			this.recorder.closed(id.value());
		}
		if (stores) {
			this.recorder.settle();
		}
	}

	/** Ends all handles of files. */
	@Nullable RuntimeException releaseAll() {
		RuntimeException failure = null;
		for (FileHandle handle : this.table.removeAll(FileHandle.class)) {
			try {
				close(handle);
			}
			catch (RuntimeException ex) {
				failure = (failure != null) ? failure : ex;
			}
		}
		return failure;
	}

}
