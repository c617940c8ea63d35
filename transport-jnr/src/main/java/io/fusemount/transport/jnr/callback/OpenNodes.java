package io.fusemount.transport.jnr.callback;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * The open nodes of the kernel, by libfuse's paths for them. The kernel has one size and
 * one set of pages for a node, so an open node stands for one version of a file: requests
 * for the node are answered for that version, and a look-up of its name returns another
 * node if the name stands for another version.
 * <p>
 * Its monitor is held during calls of the filesystem that are answered from memory.
 */
final class OpenNodes {

	/** Far more than are looked up between the look-up of a file and its opening. */
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
	 * Returns the node at a path: the open version if no name leads to it any more.
	 */
	Node resolve(String path) {
		Node nameless = nameless(path);
		return (nameless != null) ? nameless : this.fileSystem.resolve(path);
	}

	private synchronized @Nullable Node nameless(String path) {
		OpenNode open = this.byPath.get(path);
		return (open != null && open.isNameless()) ? open.file() : null;
	}

	/**
	 * Whether only libfuse and the handles of a node know a path.
	 */
	boolean isNameless(String path) {
		return nameless(path) != null;
	}

	/**
	 * Lets an open node go on under the path by which libfuse keeps it.
	 */
	synchronized void hide(String source, String alias) {
		OpenNode open = this.byPath.get(source);
		if (open != null) {
			open.hide();
		}
		moved(source, alias);
	}

	/**
	 * Parts the node that was hidden for a rename from its path, for which another node
	 * of the kernel stands from then on, if the rename has not replaced its file.
	 */
	void part(String path) {
		List<Node> hidden = hiddenAt(path);
		hidden.forEach(this.fileSystem.coherence()::secure);
		hidden.forEach(this.fileSystem.coherence()::part);
	}

	private synchronized List<Node> hiddenAt(String path) {
		return this.byPath.values().stream().filter((node) -> node.wasAt(path)).map(OpenNode::file).toList();
	}

	/**
	 * Requires that libfuse keeps no file in a directory.
	 * @throws ErrnoException {@code ENOTEMPTY}
	 */
	synchronized void requireNoneHiddenIn(String directory) {
		String prefix = directory + '/';
		if (this.byPath.values().stream().anyMatch((node) -> node.isNameless() && node.path().startsWith(prefix))) {
			throw new ErrnoException(Errno.ENOTEMPTY, "Files that were deleted in '" + directory + "' are still open",
					"It can be removed when they are closed", null);
		}
	}

	/**
	 * Returns the node that is open at a path although the path now stands for something
	 * else, or {@code null}.
	 * @param found the node that the path stands for, {@code null} for none
	 */
	synchronized @Nullable OpenNode outdated(String path, @Nullable Node found) {
		OpenNode open = this.byPath.get(path);
		return (open == null || open.file() == found) ? null : open;
	}

	/**
	 * Returns the attributes to send to the kernel for a path, or {@code null} if another
	 * version is open there.
	 */
	synchronized @Nullable FileStatus tell(String path, Node found, FileStatus status, int thread) {
		OpenNode open = this.byPath.get(path);
		if (open != null) {
			return (open.file() == found) ? status : null;
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
			Node found = resolve(path);
			FileStatus status = tell(path, found, this.fileSystem.status(found), thread);
			// It may have been opened in the meantime.
			if (status != null) {
				return status;
			}
		}
	}

	private synchronized @Nullable FileStatus openStatus(String path) {
		OpenNode open = this.byPath.get(path);
		return (open != null) ? this.fileSystem.status(open.file()) : null;
	}

	/**
	 * Requires that the change of a file by its name does not affect an outdated version.
	 * @throws ErrnoException {@code ESTALE} if it would: the kernel looks the name up
	 * again
	 */
	synchronized void requireNewest(String path) {
		OpenNode open = this.byPath.get(path);
		if (open != null && open.isSuperseded()) {
			throw new ErrnoException(Errno.ESTALE, "The name stands for another version of the file now");
		}
	}

	/**
	 * Opens the file of a node, or returns {@code null} if its name has come to stand for
	 * another version since the thread looked it up, so that the thread has to look it up
	 * again.
	 */
	@Nullable Opening open(String path, OpenOptions options, int thread) {
		Node found = resolve(path);
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
			Verdict verdict = bind(path, handle, this.fileSystem.node(handle), direct, thread);
			if (verdict == Verdict.BOUND) {
				return new Opening(handle, direct);
			}
			this.fileSystem.release(handle);
			direct = direct || verdict == Verdict.DIRECT;
			node = switch (verdict) {
				case STALE -> null;
				// Once, because a file that was taken from its programs can never be
				// joined.
				case OUTDATED -> outdated ? null : openNode(path);
				default -> node;
			};
			outdated = outdated || verdict == Verdict.OUTDATED;
		}
		return null;
	}

	private synchronized @Nullable Node openNode(String path) {
		OpenNode open = this.byPath.get(path);
		// In the service directory, users see different files under one name.
		boolean shared = !path.startsWith(SERVICE);
		return (open != null && shared) ? open.file() : null;
	}

	private synchronized Verdict bind(String path, HandleId handle, Node file, boolean direct, int thread) {
		OpenNode open = this.byPath.get(path);
		if (open != null) {
			return join(open, handle, file, direct, thread);
		}
		ToldVersion known = this.told.get(path);
		if (!direct && known == null) {
			return Verdict.DIRECT;
		}
		if (known != null && !known.isOf(file, this.fileSystem.status(file).size())) {
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
		add(new OpenNode(path, file, direct), handle);
		return Verdict.BOUND;
	}

	/**
	 * Joins a handle to an open node. A refused thread looks the name up again and
	 * reaches another node. A thread that opens a file through one of its descriptors
	 * comes back, and means this node.
	 */
	@GuardedBy("this")
	private Verdict join(OpenNode open, HandleId handle, Node file, boolean direct, int thread) {
		if (open.file() != file) {
			return open.refuse(thread) ? Verdict.OUTDATED : Verdict.STALE;
		}
		if (open.isDirect() && !direct) {
			return Verdict.DIRECT;
		}
		add(open, handle);
		return Verdict.BOUND;
	}

	/**
	 * Records a file that was created here, or had just been created by another process.
	 * @return whether the kernel reaches the file by this name; otherwise the thread has
	 * to look it up again
	 */
	synchronized boolean created(String path, HandleId handle) {
		OpenNode open = this.byPath.get(path);
		Node file = this.fileSystem.node(handle);
		if (open != null && open.file() != file) {
			return false;
		}
		add((open != null) ? open : new OpenNode(path, file, false), handle);
		return true;
	}

	@GuardedBy("this")
	private void add(OpenNode node, HandleId handle) {
		node.open();
		this.byPath.put(node.path(), node);
		this.byHandle.put(handle, node);
	}

	/**
	 * Ends a handle.
	 */
	void release(HandleId handle) {
		// Done first, because no node may stand for a file that is not open.
		released(handle);
		this.fileSystem.release(handle);
	}

	private synchronized void released(HandleId handle) {
		OpenNode node = this.byHandle.remove(handle);
		if (node != null && !node.close() && this.byPath.remove(node.path(), node) && !node.isSuperseded()) {
			forget(node.path());
		}
	}

	/** The kernel may still have the earlier size of the file. */
	@GuardedBy("this")
	private void forget(String path) {
		this.told.computeIfAbsent(path, (key) -> new ToldVersion()).forget();
	}

	/**
	 * Records that a name was removed or changed.
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
	 * Records that a directory has another name.
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
		// What the kernel has received there, and what it may know of earlier nodes
		// there.
		List<String> below = this.told.keySet()
			.stream()
			.filter((path) -> path.startsWith(source) || path.startsWith(target))
			.toList();
		below.forEach(this.told::remove);
	}

	/**
	 * Lets a node continue without its name.
	 * @return whether the node still had the name
	 */
	synchronized boolean supersede(OpenNode node, String source, String target) {
		if (this.byPath.get(source) != node) {
			return false;
		}
		this.fileSystem.coherence().part(node.file());
		node.supersede();
		moved(source, target);
		return true;
	}

	private enum Verdict {

		/** The node stands for the opened version. */
		BOUND,

		/** The kernel may take the size of another version for that of this one. */
		DIRECT,

		/** The thread has not looked up the version that it opened. */
		STALE,

		/** The thread means the open version, although there is a newer one. */
		OUTDATED

	}

	/**
	 * The result of opening a file.
	 *
	 * @param handle the handle
	 * @param direct whether the kernel must not use pages and sizes for it
	 */
	record Opening(HandleId handle, boolean direct) {

	}

}
