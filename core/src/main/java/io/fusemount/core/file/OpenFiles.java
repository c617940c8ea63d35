package io.fusemount.core.file;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.spool.Spool;
import org.jspecify.annotations.Nullable;

/**
 * All files that are open, found by key, by the name that they will be created under, or
 * by the alias that they keep after their deletion. Its monitor guards the tables only
 * and is never held while a node is called.
 */
public final class OpenFiles {

	private static final String NEW_SPACE = "new";

	private final Spool spool;

	private final Clock clock;

	private final BiConsumer<@Nullable Place, RegularFile> onCommit;

	private final AtomicLong sequence = new AtomicLong();

	/** A file stands here under its identity and under the key it is committed with. */
	private final Map<NodeKey, OpenFile> byKey = new HashMap<>();

	private final Map<Place, OpenFile> uncommitted = new HashMap<>();

	private final Map<Place, OpenFile> aliases = new HashMap<>();

	private final Successions successions = new Successions();

	/** Stored files whose content another file is about to replace. */
	private final Set<NodeKey> replacing = new HashSet<>();

	/** Open files whose version is no longer the newest. */
	private final Set<OpenFile> superseded = new HashSet<>();

	/**
	 * Creates the tables.
	 * @param onCommit is told of every file that was stored, and where, if it is new
	 */
	public OpenFiles(Spool spool, Clock clock, BiConsumer<@Nullable Place, RegularFile> onCommit) {
		this.spool = spool;
		this.clock = clock;
		this.onCommit = onCommit;
	}

	/**
	 * Returns the open file of a node, or {@code null} if it is not open.
	 */
	public synchronized @Nullable OpenFile find(RegularFile file) {
		return (file instanceof OpenFileNode node) ? node.openFile() : this.byKey.get(file.key());
	}

	/**
	 * Returns the file that a name stands for only because it is open, or {@code null}.
	 */
	public synchronized @Nullable RegularFile find(Directory directory, Name name) {
		if (this.uncommitted.isEmpty() && this.aliases.isEmpty()) {
			return null;
		}
		Place place = new Place(directory, name);
		OpenFile file = this.uncommitted.getOrDefault(place, this.aliases.get(place));
		return (file != null) ? new OpenFileNode(file) : null;
	}

	/**
	 * Returns the open file of a node with one more handle, which keeps it open until
	 * {@link #release}, or {@code null} if it is not open.
	 */
	public synchronized @Nullable OpenFile hold(RegularFile file) {
		OpenFile open = find(file);
		if (open != null) {
			open.handles++;
		}
		return open;
	}

	/**
	 * Returns the files of a directory that wait for their first commit.
	 */
	public synchronized List<DirectoryEntry> uncommittedIn(Directory directory) {
		List<DirectoryEntry> entries = new ArrayList<>();
		this.uncommitted.forEach((place, file) -> {
			if (place.directory().key().equals(directory.key()) && file.uncommittedPlace() != null) {
				entries.add(new DirectoryEntry(place.name(), new OpenFileNode(file)));
			}
		});
		return entries;
	}

	/**
	 * Opens a file once more. A handle joins those of the same version; a version that is
	 * newer than the open one starts afresh, unless that has local changes.
	 * @param found the file as it was when it was looked up
	 */
	public synchronized OpenFile open(RegularFile found, boolean write) {
		RegularFile file = newest(found);
		OpenFile open = find(file);
		while ((open == null || !joins(open, file)) && this.replacing.contains(file.key())) {
			awaitChange();
			file = newest(found);
			open = find(file);
		}
		if (open == null || !joins(open, file)) {
			if (open != null) {
				this.superseded.add(open);
			}
			open = OpenFile.existing(this.spool, this.clock, this.successions, file);
			this.byKey.put(file.key(), open);
		}
		open.handles++;
		open.writers += write ? 1 : 0;
		return open;
	}

	/**
	 * Replaces the content of a file. Who opens it meanwhile waits, and gets the new
	 * content: the old one could vanish before it is read.
	 */
	public void replace(NodeKey file, Runnable work) {
		synchronized (this) {
			while (!this.replacing.add(file)) {
				awaitChange();
			}
		}
		try {
			work.run();
		}
		finally {
			synchronized (this) {
				this.replacing.remove(file);
				notifyAll();
			}
		}
	}

	private void awaitChange() {
		try (BlockingSection.Scope section = BlockingSection.open()) {
			wait();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new ErrnoException(Errno.EIO, "Interrupted by the shutdown while the file was being replaced", ex);
		}
	}

	private RegularFile newest(RegularFile found) {
		if (!(found instanceof OpenFileNode node)) {
			return this.successions.newest(found);
		}
		OpenFile open = node.openFile();
		if (open.handles > 0 || open.isDetached()) {
			return found;
		}
		// It was new when it was looked up, and has been closed since.
		RegularFile committed = open.committed();
		if (committed == null) {
			throw new ErrnoException(Errno.ESTALE, "The file could not be created");
		}
		return this.successions.newest(committed);
	}

	private boolean joins(OpenFile open, RegularFile file) {
		RegularFile committed = open.committed();
		if (file instanceof OpenFileNode || committed == null || open.isDirty()) {
			return true;
		}
		// A commit may have ended since the newest version was asked for: only of a file
		// that is not dirty any more all versions are known.
		return this.successions.newest(committed).isSameVersion(this.successions.newest(file));
	}

	/**
	 * Whether handles of another version of the same file are open.
	 */
	public synchronized boolean isMixed(OpenFile file) {
		return this.superseded.stream().anyMatch((other) -> other != file && other.identity().equals(file.identity()));
	}

	/**
	 * Opens a file that its first commit will create.
	 * @throws ErrnoException {@code EEXIST} if another one waits under the same name
	 */
	public synchronized OpenFile create(Place place, boolean write) {
		if (this.uncommitted.containsKey(place)) {
			throw new ErrnoException(Errno.EEXIST, "'" + place.name() + "' is being created");
		}
		NodeKey identity = new NodeKey(NEW_SPACE, this.sequence.incrementAndGet() + "@" + this.clock.millis());
		OpenFile file = OpenFile.created(this.spool, this.clock, this.successions, identity, place);
		this.uncommitted.put(place, file);
		this.byKey.put(identity, file);
		file.handles++;
		file.writers += write ? 1 : 0;
		return file;
	}

	/**
	 * Whether a handle that may write is open.
	 */
	public synchronized boolean isOpenForWriting(OpenFile file) {
		return file.writers > 0;
	}

	/**
	 * Commits what is dirty in a file; does nothing if nothing is.
	 */
	public void commit(OpenFile file) {
		file.commit((place) -> committed(file, place));
	}

	/**
	 * Renames an open file within its directory, new or not.
	 */
	public RegularFile rename(OpenFile file, Place target, @Nullable RegularFile replaced) {
		Place source = file.uncommittedPlace();
		file.rename(target, replaced, (place) -> committed(file, null));
		synchronized (this) {
			this.uncommitted.remove(source, file);
		}
		RegularFile renamed = Objects.requireNonNull(file.committed());
		succeeded(replaced, renamed);
		this.onCommit.accept(target, renamed);
		return renamed;
	}

	/**
	 * Takes note that the filesystem itself has replaced a version by another one.
	 */
	public void succeeded(@Nullable RegularFile before, RegularFile after) {
		if (before != null) {
			this.successions.add(before, after);
		}
	}

	private void committed(OpenFile file, @Nullable Place place) {
		RegularFile committed = Objects.requireNonNull(file.committed());
		synchronized (this) {
			this.uncommitted.remove(place, file);
			if (file.handles > 0 && !this.superseded.contains(file)) {
				this.byKey.put(committed.key(), file);
			}
		}
		this.onCommit.accept(place, committed);
	}

	/**
	 * Fetches what handles of a file may still read, because what is stored is about to
	 * be deleted or replaced.
	 */
	public void secure(OpenFile file) {
		if (!file.isDetached() && hasOtherHandles(file)) {
			file.secure();
		}
	}

	/** The handle of the caller needs nothing. */
	private synchronized boolean hasOtherHandles(OpenFile file) {
		return file.handles > 1;
	}

	/**
	 * Takes a file out of its directory, though it is open.
	 * @param alias the name it keeps, or {@code null}
	 * @param last is done with what is stored, while nothing else can be committed
	 */
	public void detach(OpenFile file, @Nullable Place alias, Consumer<RegularFile> last) {
		Place place = file.uncommittedPlace();
		file.detach(last);
		synchronized (this) {
			forget(file, place);
			if (alias != null) {
				this.aliases.put(alias, file);
			}
		}
	}

	/**
	 * Drops the alias of a deleted file.
	 * @return whether there was one
	 */
	public synchronized boolean removeAlias(Place alias) {
		return this.aliases.remove(alias) != null;
	}

	/**
	 * Ends one handle. After the last one nothing local is left: what is dirty has been
	 * committed, or is kept as rejected content. The alias goes, too: libfuse does not
	 * delete it if it serves the release while it hides the file.
	 */
	public @Nullable Rejection release(OpenFile file, boolean write) {
		RuntimeException failure = isLastHandle(file) ? tryCommit(file) : null;
		synchronized (this) {
			file.handles--;
			file.writers -= write ? 1 : 0;
			if (file.handles > 0) {
				return null;
			}
			forget(file, file.uncommittedPlace());
			this.superseded.remove(file);
			this.aliases.values().remove(file);
		}
		try {
			if (!file.isDirty()) {
				return null;
			}
			failure = (failure != null) ? failure : tryCommit(file);
			Path place = (failure != null) ? file.reject() : null;
			return (failure != null) ? new Rejection(place, failure) : null;
		}
		finally {
			file.discard();
		}
	}

	private synchronized boolean isLastHandle(OpenFile file) {
		return file.handles == 1;
	}

	private @Nullable RuntimeException tryCommit(OpenFile file) {
		try {
			file.commitLast((place) -> committed(file, place));
			return null;
		}
		catch (RuntimeException ex) {
			return ex;
		}
	}

	private void forget(OpenFile file, @Nullable Place place) {
		this.byKey.remove(file.identity(), file);
		RegularFile committed = file.committed();
		if (committed != null) {
			this.byKey.remove(committed.key(), file);
		}
		this.uncommitted.remove(place, file);
	}

	/**
	 * Returns all files that are open.
	 */
	public synchronized Set<OpenFile> all() {
		Set<OpenFile> all = new HashSet<>(this.byKey.values());
		all.addAll(this.superseded);
		return all;
	}

	/**
	 * What could not be stored when the last handle was closed.
	 *
	 * @param place where the bytes are kept, {@code null} if only times were to change
	 * @param failure why
	 */
	public record Rejection(@Nullable Path place, RuntimeException failure) {

	}

}
