package io.fusemount.transport.linux.node;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notebook;
import io.fusemount.core.handover.Notebook.Kind;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * The nodes by number, by the place where the kernel has found them, and by key. Guarded
 * by {@link NodeTable}.
 */
final class Places {

	private static final long ROOT = 1;

	/** How many numbers are given before that is noted again. */
	private static final int NUMBERS = 1024;

	/** About 400 bytes each. */
	private static final int MAX_FORGOTTEN = 10_000;

	/** Oldest first. */
	private final LinkedHashMap<Long, KernelNode> byId = new LinkedHashMap<>();

	private final Map<InDirectory, KernelNode> byPlace = new HashMap<>();

	private final Map<NodeKey, KernelNode> byKey = new HashMap<>();

	/** Those of open files, which may get other keys, and may have no name any more. */
	private final Map<Node, KernelNode> byFile = new IdentityHashMap<>();

	/**
	 * Nodes that the kernel has forgotten but may request by a file handle of a program
	 * ({@code open_by_handle_at(2)}, used by servers that export a mount). Oldest first.
	 */
	private final Set<KernelNode> forgotten = new LinkedHashSet<>();

	private long last;

	/** The largest number that may be given without another note. */
	private long noted;

	private Notebook notebook = Notebook.NONE;

	KernelNode add(@Nullable KernelNode parent, @Nullable Name name, boolean service) {
		KernelNode node = new KernelNode(++this.last, parent, name, service);
		noteNumbers();
		this.byId.put(node.id, node);
		if (parent != null && name != null) {
			this.byPlace.put(new InDirectory(parent.id, name), node);
		}
		return node;
	}

	@Nullable KernelNode get(long id) {
		return this.byId.get(id);
	}

	@Nullable KernelNode at(KernelNode parent, Name name) {
		return this.byPlace.get(new InDirectory(parent.id, name));
	}

	@Nullable KernelNode of(NodeKey key) {
		return this.byKey.get(key);
	}

	/** Returns the node of what a look-up has found: the one that has it open, if any. */
	@Nullable KernelNode of(Node found) {
		KernelNode open = this.byFile.get(found);
		return (open != null) ? open : of(found.key());
	}

	void open(KernelNode node, Node file, boolean write) {
		node.open(file, write);
		this.byFile.putIfAbsent(file, node);
		note(node);
	}

	void close(KernelNode node, boolean write) {
		Node file = node.file();
		node.close(write);
		if (file != null && !node.isOpen()) {
			this.byFile.remove(file, node);
			NodeKey key = file.key();
			identify(node, (node.name != null && !key.equals(node.createdAs)) ? key : null);
			node.createdAs = null;
		}
	}

	/** Returns the number of nodes that the kernel knows. */
	int size() {
		return this.byId.size() - this.forgotten.size();
	}

	/** Records that the kernel has forgotten a node. */
	void forget(KernelNode node) {
		node.reset();
		if (node.name == null || node.service) {
			remove(node);
			return;
		}
		this.forgotten.add(node);
		note(node);
		if (this.forgotten.size() > MAX_FORGOTTEN) {
			remove(this.forgotten.iterator().next());
		}
	}

	/** Records that the kernel receives a node, perhaps once more. */
	void tell(KernelNode node) {
		node.count();
		this.forgotten.remove(node);
		note(node);
	}

	/** Records the identity of a node. */
	void identify(KernelNode node, Node found) {
		identify(node, found.key());
		if (found instanceof Directory directory) {
			node.container = true;
			node.directory = directory;
		}
	}

	/** Records that the identity of a node has to be looked up again. */
	void unidentify(KernelNode node) {
		identify(node, (NodeKey) null);
	}

	private void identify(KernelNode node, @Nullable NodeKey key) {
		NodeKey before = node.key;
		if (before != null && !before.equals(key)) {
			this.byKey.remove(before, node);
		}
		node.key = key;
		if (key != null && isKnown(node)) {
			this.byKey.put(key, node);
		}
		if (!Objects.equals(before, key)) {
			note(node);
		}
	}

	/**
	 * Whether the kernel still knows a node, because it may have forgotten the node in
	 * the meantime.
	 */
	boolean isKnown(KernelNode node) {
		return this.byId.get(node.id) == node;
	}

	void move(KernelNode node, KernelNode parent, Name name) {
		leave(node);
		node.parent = parent;
		node.name = name;
		node.moves = node.moves + 1;
		if (isKnown(node)) {
			this.byPlace.put(new InDirectory(parent.id, name), node);
		}
		note(node);
	}

	/** Records that the node can no longer be reached by its name. */
	void unname(KernelNode node) {
		leave(node);
		node.name = null;
		unidentify(node);
		note(node);
		if (this.forgotten.contains(node)) {
			remove(node);
		}
	}

	private void leave(KernelNode node) {
		KernelNode parent = node.parent;
		Name name = node.name;
		if (parent != null && name != null) {
			this.byPlace.remove(new InDirectory(parent.id, name), node);
		}
	}

	void remove(KernelNode node) {
		leave(node);
		unidentify(node);
		this.byId.remove(node.id);
		this.forgotten.remove(node);
		this.notebook.remove(Kind.NODE, node.id);
	}

	void forEach(Consumer<KernelNode> action) {
		this.byId.values().forEach(action);
	}

	/** Writes down all nodes from now on, as they change. */
	void keep(Notebook kept) {
		this.notebook = kept;
		this.noted = 0;
		noteNumbers();
		this.byId.values().forEach(this::note);
	}

	/** Records a node that has changed. */
	void note(KernelNode node) {
		if (this.notebook.isKept() && isKnown(node)) {
			NoteWriter note = new NoteWriter();
			node.writeUnanswered(note);
			this.notebook.put(Kind.NODE, node.id, note);
		}
	}

	/** No number is given again, even if its node is gone. */
	private void noteNumbers() {
		if (this.last > this.noted && this.notebook.isKept()) {
			this.noted = this.last + NUMBERS;
			this.notebook.put(Kind.NODE, 0, new NoteWriter().number(this.noted));
		}
	}

	/** Writes down all nodes, the oldest first. */
	void write(NoteWriter notes) {
		notes.number(this.last).number(this.byId.size());
		this.byId.values().forEach((node) -> node.write(notes));
	}

	/** Goes on with the nodes that were written down; there is only the root yet. */
	void read(NoteReader notes) {
		this.last = notes.number();
		Map<KernelNode, Long> parents = new LinkedHashMap<>();
		for (long count = notes.number(); count > 0; count--) {
			long id = notes.number();
			long lookups = notes.number();
			boolean service = notes.flag();
			long parent = notes.number();
			String name = notes.text();
			KernelNode known = this.byId.get(id);
			KernelNode node = (known != null) ? known
					: new KernelNode(id, null, (name != null) ? new Name(name) : null, service);
			node.container = notes.flag();
			this.byId.put(id, node);
			identify(node, notes.key());
			node.read(notes, lookups);
			parents.put(node, parent);
		}
		parents.forEach((node, parent) -> restore(node, this.byId.get(parent)));
	}

	private void restore(KernelNode node, @Nullable KernelNode parent) {
		Name name = node.name;
		node.parent = (parent != null || node.id == ROOT) ? parent : this.byId.get(ROOT);
		if (parent == null) {
			// Its directory was forgotten before it, after a deletion.
			node.name = null;
		}
		if (parent != null && name != null) {
			this.byPlace.put(new InDirectory(parent.id, name), node);
		}
		if (parent != null && !node.isCounted()) {
			this.forgotten.add(node);
		}
	}

	/**
	 * Returns the numbers of the oldest nodes, which count as the newest from then on.
	 */
	long[] oldest(int count) {
		long[] ids = this.byId.keySet()
			.stream()
			.filter((id) -> id != 1 && !this.forgotten.contains(this.byId.get(id)))
			.limit(count)
			.mapToLong(Long::longValue)
			.toArray();
		for (long id : ids) {
			KernelNode node = this.byId.remove(id);
			if (node != null) {
				this.byId.put(id, node);
			}
		}
		return ids;
	}

	/**
	 * A name in a directory as the kernel knows it.
	 *
	 * @param directory the number of the directory
	 * @param name the name
	 */
	private record InDirectory(long directory, Name name) {

	}

}
