package io.fusemount.transport.jnr.callback;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of the kernel that are open, by the paths that libfuse has for them. The
 * kernel has one size and one set of pages for a node, so a node that is open stands for
 * one version of a file: what is asked about it is answered for that version, and who
 * looks its name up when that stands for another one is given another node.
 * <p>
 * Its monitor is held while the filesystem is asked what it knows already.
 */
final class OpenNodes {

	/** Far more than are looked up between the lookup of a file and its opening. */
	private static final int MAX_TOLD = 4096;

	private static final String SERVICE = "/.fusemount/";

	private final VirtualFileSystem fileSystem;

	@GuardedBy("this")
	private final Map<String, OpenNode> byPath = new HashMap<>();

	@GuardedBy("this")
	private final Map<HandleId, OpenNode> byHandle = new HashMap<>();

	@GuardedBy("this")
	private final Map<String, ToldVersion> told = new LinkedHashMap<>(16, 0.75f, true) {

		@Override
		protected boolean removeEldestEntry(Map.Entry<String, ToldVersion> eldest) {
			return size() > MAX_TOLD;
		}

	};

	OpenNodes(VirtualFileSystem fileSystem) {
		this.fileSystem = fileSystem;
	}

	/**
	 * Returns the node that is open at a path although the path stands for something else
	 * now, or {@code null}.
	 * @param found what it stands for, {@code null} if for nothing
	 */
	synchronized @Nullable OpenNode outdated(String path, @Nullable Node found) {
		OpenNode open = this.byPath.get(path);
		boolean same = open == null || found != null && this.fileSystem.isOpenAt(open.handle(), found);
		return same ? null : open;
	}

	/**
	 * Returns what the kernel is to know of a node by what its path stands for, or
	 * {@code null} if something else is open there.
	 */
	synchronized @Nullable FileStatus tell(String path, Node found, FileStatus status, int thread) {
		OpenNode open = this.byPath.get(path);
		if (open != null) {
			return this.fileSystem.isOpenAt(open.handle(), found) ? this.fileSystem.status(open.handle()) : null;
		}
		if (found instanceof RegularFile) {
			this.told.computeIfAbsent(path, (key) -> new ToldVersion()).tell(found, status.size(), thread);
		}
		return status;
	}

	/**
	 * Returns the attributes of a node that the kernel knows.
	 */
	FileStatus attributes(String path, int thread) {
		while (true) {
			FileStatus open = openStatus(path);
			if (open != null) {
				return open;
			}
			Node found = this.fileSystem.resolve(path);
			FileStatus status = tell(path, found, this.fileSystem.status(found), thread);
			// It may have been opened meanwhile.
			if (status != null) {
				return status;
			}
		}
	}

	private synchronized @Nullable FileStatus openStatus(String path) {
		OpenNode open = this.byPath.get(path);
		return (open != null) ? this.fileSystem.status(open.handle()) : null;
	}

	/**
	 * Makes sure that who changes a file by its name does not change an outdated version.
	 * @throws ErrnoException {@code ESTALE}: the kernel looks the name up again
	 */
	synchronized void requireNewest(String path) {
		OpenNode open = this.byPath.get(path);
		if (open != null && open.isSuperseded()) {
			throw new ErrnoException(Errno.ESTALE, "The name stands for another version of the file now");
		}
	}

	/**
	 * Opens the file that a node stands for, or returns {@code null} if its name stands
	 * for another version since the thread looked it up: it is to look it up again.
	 */
	@Nullable Opening open(String path, OpenOptions options, int thread) {
		Node found = this.fileSystem.resolve(path);
		boolean cut = options.truncate() && options.write();
		OpenOptions wanted = cut ? options.untruncated() : options;
		Opening opening = open(path, found, wanted, thread);
		if (opening != null && cut) {
			try {
				this.fileSystem.truncate(opening.handle(), 0);
			}
			catch (RuntimeException ex) {
				release(opening.handle());
				throw ex;
			}
		}
		return opening;
	}

	private @Nullable Opening open(String path, @Nullable Node found, OpenOptions wanted, int thread) {
		Node node = found;
		boolean direct = false;
		boolean outdated = false;
		while (node != null) {
			HandleId handle = this.fileSystem.open(node, wanted.direct(direct));
			Verdict verdict = bind(path, handle, direct, thread);
			if (verdict == Verdict.BOUND) {
				return new Opening(handle, direct);
			}
			this.fileSystem.release(handle);
			direct = direct || verdict == Verdict.DIRECT;
			node = switch (verdict) {
				case STALE -> null;
				// Once: a file that was taken from its programs cannot be joined at all.
				case OUTDATED -> outdated ? null : openNode(path);
				default -> node;
			};
			outdated = outdated || verdict == Verdict.OUTDATED;
		}
		return null;
	}

	private synchronized @Nullable Node openNode(String path) {
		OpenNode open = this.byPath.get(path);
		// There, users see different files under one name.
		boolean shared = !path.startsWith(SERVICE);
		return (open != null && shared) ? this.fileSystem.node(open.handle()) : null;
	}

	private synchronized Verdict bind(String path, HandleId handle, boolean direct, int thread) {
		OpenNode open = this.byPath.get(path);
		if (open != null) {
			return join(open, handle, direct, thread);
		}
		ToldVersion known = this.told.get(path);
		if (!direct && known == null) {
			return Verdict.DIRECT;
		}
		if (known != null && !isTold(known, handle)) {
			if (!known.refuse(thread)) {
				return Verdict.STALE;
			}
			if (!direct) {
				return Verdict.DIRECT;
			}
		}
		if (!direct && known != null && !known.isSettledFor(thread)) {
			return Verdict.DIRECT;
		}
		if (known != null) {
			known.opened(thread);
		}
		add(new OpenNode(path, direct), handle);
		return Verdict.BOUND;
	}

	private boolean isTold(ToldVersion known, HandleId handle) {
		Node node = known.node();
		return node != null && this.fileSystem.isOpenAt(handle, node)
				&& this.fileSystem.status(handle).size() == known.size();
	}

	/**
	 * Who is refused looks the name up again, and comes to another node. Who opens a file
	 * by one of its descriptors comes again, and means this one.
	 */
	@GuardedBy("this")
	private Verdict join(OpenNode open, HandleId handle, boolean direct, int thread) {
		if (!this.fileSystem.isSameFile(handle, open.handle())) {
			return open.refuse(thread) ? Verdict.OUTDATED : Verdict.STALE;
		}
		if (open.isDirect() && !direct) {
			return Verdict.DIRECT;
		}
		add(open, handle);
		return Verdict.BOUND;
	}

	/**
	 * Takes note of a file that was created, or that somebody else had just created.
	 * @return whether the kernel comes to it by this name; if not, the thread is to look
	 * it up again
	 */
	synchronized boolean created(String path, HandleId handle) {
		OpenNode open = this.byPath.get(path);
		if (open != null && !this.fileSystem.isSameFile(handle, open.handle())) {
			return false;
		}
		add((open != null) ? open : new OpenNode(path, false), handle);
		return true;
	}

	@GuardedBy("this")
	private void add(OpenNode node, HandleId handle) {
		node.add(handle);
		this.byPath.put(node.path(), node);
		this.byHandle.put(handle, node);
	}

	/**
	 * Ends a handle.
	 */
	void release(HandleId handle) {
		// First: no node may stand for a handle that has ended.
		released(handle);
		this.fileSystem.release(handle);
	}

	private synchronized void released(HandleId handle) {
		OpenNode node = this.byHandle.remove(handle);
		if (node != null && !node.remove(handle) && this.byPath.remove(node.path(), node) && !node.isSuperseded()) {
			forget(node.path());
		}
	}

	/** The kernel may still know the size that a file had. */
	@GuardedBy("this")
	private void forget(String path) {
		this.told.computeIfAbsent(path, (key) -> new ToldVersion()).forget();
	}

	/**
	 * Takes note that a name has gone, or has become another one.
	 */
	synchronized void moved(String source, @Nullable String target) {
		OpenNode node = this.byPath.remove(source);
		forget(source);
		if (target != null) {
			this.byPath.remove(target);
			forget(target);
			if (node != null) {
				node.move(target);
				this.byPath.put(target, node);
			}
		}
	}

	/**
	 * Takes note that a directory has another name.
	 */
	synchronized void movedDirectory(String from, String to) {
		String source = from + '/';
		String target = to + '/';
		for (OpenNode node : List.copyOf(this.byPath.values())) {
			if (node.path().startsWith(source)) {
				this.byPath.remove(node.path(), node);
				node.move(target + node.path().substring(source.length()));
				this.byPath.put(node.path(), node);
			}
		}
		// What the kernel was told there, and what it may know of those that were there.
		List<String> below = this.told.keySet()
			.stream()
			.filter((path) -> path.startsWith(source) || path.startsWith(target))
			.toList();
		below.forEach(this.told::remove);
	}

	/**
	 * Lets a node go on beside its name.
	 * @return whether it still had that name
	 */
	synchronized boolean supersede(OpenNode node, String source, Place alias, String target) {
		if (this.byPath.get(source) != node) {
			return false;
		}
		this.fileSystem.supersede(node.handle(), alias);
		node.supersede();
		moved(source, target);
		return true;
	}

	private enum Verdict {

		/** The node stands for what was opened. */
		BOUND,

		/** The kernel may take another version's size for this one's. */
		DIRECT,

		/** The thread has not looked up what it opened. */
		STALE,

		/** The thread means the version that is open, though there is a newer one. */
		OUTDATED

	}

	/**
	 * A file that has been opened.
	 *
	 * @param handle the handle
	 * @param direct whether the kernel must not use pages and sizes for it
	 */
	record Opening(HandleId handle, boolean direct) {

	}

}
