package io.fusemount.core.inode;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * Where open files are found: by key, by the name that they will be created under or that
 * they have locally, or by the alias that they keep after their deletion; and how many
 * handles they have. Its monitor is never held while a node is called.
 */
final class OpenFileTable {

	private final Successions successions;

	/** A file stands here under its identity and under the key it is committed with. */
	private final Map<NodeKey, OpenFile> byKey = new HashMap<>();

	private final NameTable names;

	/** Open files whose version is no longer the newest. */
	private final Set<OpenFile> superseded = new HashSet<>();

	OpenFileTable(Successions successions, NameTable names) {
		this.successions = successions;
		this.names = names;
	}

	/** Returns the open file of a node, if it is open at that version. */
	synchronized @Nullable OpenFile find(RegularFile file) {
		OpenFile open = entry(file);
		return (open != null && joins(open, file)) ? open : null;
	}

	private @Nullable OpenFile entry(RegularFile file) {
		return (file instanceof OpenFileNode node) ? node.openFile() : this.byKey.get(file.key());
	}

	private boolean joins(OpenFile open, RegularFile file) {
		RegularFile committed = open.committed();
		if (file instanceof OpenFileNode || committed == null || open.isDirty()) {
			return true;
		}
		// A commit may have ended since the newest version was asked for: only of a file
		// that is not dirty any more all versions are known.
		return this.successions.areSame(committed, file);
	}

	/**
	 * Takes one more handle of the open file of a node, {@code null} if there is none.
	 */
	synchronized @Nullable OpenFile hold(RegularFile file) {
		OpenFile open = find(file);
		if (open != null && !tryHold(open)) {
			throw new ErrnoException(Errno.ESTALE, "The file has been closed in the meantime");
		}
		return open;
	}

	/** Takes one more handle of a file, unless it has been closed. */
	synchronized boolean tryHold(OpenFile file) {
		boolean open = !isClosed(file);
		file.handles += open ? 1 : 0;
		return open;
	}

	private static boolean isClosed(OpenFile file) {
		return file.handles == 0 && !(file.uncommittedPlace() != null && file.isScratch());
	}

	/**
	 * Takes one more handle of the newest version of a file.
	 * @param fresh makes the state of a version that is not open, or {@code null} if it
	 * may not be opened now
	 */
	synchronized @Nullable OpenFile open(RegularFile found, boolean write,
			Function<RegularFile, @Nullable OpenFile> fresh) {
		RegularFile file = newest(found);
		OpenFile open = entry(file);
		if (open == null || !joins(open, file)) {
			OpenFile made = fresh.apply(file);
			if (made == null) {
				return null;
			}
			if (open != null) {
				// Another one stands for the newest version from now on.
				this.superseded.add(open);
			}
			put(made);
			open = made;
		}
		count(open, write);
		return open;
	}

	/** The version that the filesystem's own commits have made of a snapshot. */
	synchronized RegularFile newest(RegularFile found) {
		if (!(found instanceof OpenFileNode node)) {
			return this.successions.newest(found);
		}
		OpenFile open = node.openFile();
		if (!isClosed(open)) {
			return found;
		}
		// It was new or local when it was looked up, and has been closed since.
		RegularFile committed = open.committed();
		if (committed == null || open.isDetached()) {
			throw new ErrnoException(Errno.ESTALE, "The file could not be created, or is gone");
		}
		return this.successions.newest(committed);
	}

	/** Adds a file with a handle, unless another one waits under its name. */
	synchronized boolean addNew(OpenFile file, Place place, boolean write, UserLimit.Share share) {
		boolean free = this.names.bindIfFree(place, file, share);
		if (free) {
			put(file);
			count(file, write);
		}
		return free;
	}

	/** Adds a file with a handle. */
	synchronized void add(OpenFile file) {
		put(file);
		count(file, false);
	}

	private static void count(OpenFile file, boolean write) {
		file.handles++;
		file.writers += write ? 1 : 0;
	}

	/**
	 * Ends a handle; without any, nothing finds a file but one that stays local.
	 * @param givenUp whether changes are given up; else the last handle stays for them
	 */
	synchronized Remains leave(OpenFile file, boolean write, boolean givenUp) {
		if (!givenUp && isLastHandle(file) && file.isDirty()) {
			return Remains.CHANGES;
		}
		file.handles--;
		file.writers -= write ? 1 : 0;
		if (file.handles > 0) {
			return Remains.OPEN;
		}
		if (file.isScratch() && !file.isDetached()) {
			return Remains.LOCAL;
		}
		forget(file, file.uncommittedPlace());
		this.superseded.remove(file);
		Place alias = file.alias;
		if (alias != null && this.names.open(alias) == file) {
			this.names.unhide(alias);
		}
		return Remains.NOTHING;
	}

	synchronized boolean isLastHandle(OpenFile file) {
		return file.handles <= 1;
	}

	synchronized boolean isOpenForWriting(OpenFile file) {
		return file.writers > 0;
	}

	private void put(OpenFile file) {
		this.byKey.put(file.identity(), file);
		Place place = file.uncommittedPlace();
		if (place != null) {
			this.names.bind(place, file);
		}
	}

	/** Only its handles and its alias find the file from now on. */
	synchronized void supersede(OpenFile file, Place alias) {
		if (file.handles > 0) {
			forget(file, file.uncommittedPlace());
			this.superseded.add(file);
			hide(file, alias);
		}
	}

	synchronized void move(OpenFile file, @Nullable Place source, Place target) {
		this.names.move(source, target, file);
	}

	synchronized void committed(OpenFile file, @Nullable Place place, RegularFile committed) {
		this.names.unbind(place, file);
		if (file.handles > 0 && !this.superseded.contains(file)) {
			this.byKey.put(committed.key(), file);
		}
	}

	/** From now on the file is another one than it was opened from. */
	synchronized void part(OpenFile file, @Nullable RegularFile opened, @Nullable Place uncommitted,
			RegularFile committed) {
		this.byKey.remove(file.identity(), file);
		if (opened != null) {
			this.byKey.remove(opened.key(), file);
		}
		this.names.unbind(uncommitted, file);
		this.superseded.add(file);
		if (file.handles > 0) {
			this.byKey.put(committed.key(), file);
		}
	}

	/** A file has become a scratch file, and its row another one's. */
	synchronized void becameScratch(OpenFile file, NodeKey opened, RegularFile stored) {
		this.byKey.remove(opened, file);
		this.byKey.remove(stored.key(), file);
		this.superseded.remove(file);
		put(file);
	}

	/** Nothing finds the file any more, unless it has an alias. */
	synchronized void detached(OpenFile file, @Nullable Place place, @Nullable Place alias) {
		forget(file, place);
		if (alias != null) {
			hide(file, alias);
		}
	}

	private void hide(OpenFile file, Place alias) {
		file.alias = alias;
		this.names.hide(alias, file);
	}

	private void forget(OpenFile file, @Nullable Place place) {
		this.byKey.remove(file.identity(), file);
		RegularFile committed = file.committed();
		if (committed != null) {
			this.byKey.remove(committed.key(), file);
		}
		this.names.unbind(place, file);
	}

	synchronized Set<OpenFile> all() {
		Set<OpenFile> all = new HashSet<>(this.byKey.values());
		all.addAll(this.superseded);
		return all;
	}

	/** What is left of a file when one of its handles has ended. */
	enum Remains {

		/** The handle, because there is something to commit. */
		CHANGES,

		/** Other handles. */
		OPEN,

		/** The file, which stays local. */
		LOCAL,

		/** Nothing that anybody finds. */
		NOTHING

	}

}
