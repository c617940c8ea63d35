package io.fusemount.transport.jnr.callback;

import io.fusemount.core.node.Node;
import org.jspecify.annotations.Nullable;

/**
 * A node of the kernel while programs have it open: it stands for one version of a file,
 * whatever happens to its name. Guarded by {@link OpenNodes}.
 */
final class OpenNode {

	private final Node file;

	/** The number of handles, never 0 while the node is known. */
	private int handles;

	/** Whether the kernel may have received another size than that of this version. */
	private final boolean direct;

	private String path;

	private boolean superseded;

	/** Where it was when it was hidden, {@code null} if it was not. */
	private @Nullable String hiddenAt;

	/** The last thread that was refused because it wanted a newer version. */
	private int refused = -1;

	OpenNode(String path, Node file, boolean direct) {
		this.path = path;
		this.file = file;
		this.direct = direct;
	}

	String path() {
		return this.path;
	}

	void move(String target) {
		this.path = target;
	}

	boolean isDirect() {
		return this.direct;
	}

	boolean isSuperseded() {
		return this.superseded;
	}

	/** Records that its name stands for another version, or for nothing. */
	void supersede() {
		this.superseded = true;
	}

	/** Records that it was deleted, or is about to be replaced. */
	void hide() {
		this.hiddenAt = this.path;
	}

	/** Whether the filesystem does not find it by its path. */
	boolean isNameless() {
		return this.superseded || this.hiddenAt != null;
	}

	/** Whether it was hidden at a path. */
	boolean wasAt(String before) {
		return before.equals(this.hiddenAt);
	}

	/** Returns the file that all its handles show. */
	Node file() {
		return this.file;
	}

	/** Adds a handle. */
	void open() {
		this.handles++;
	}

	/** Ends a handle, and returns whether there are others. */
	boolean close() {
		this.handles--;
		return this.handles > 0;
	}

	/** Returns whether the thread was refused already, and no other thread since. */
	boolean refuse(int thread) {
		boolean again = this.refused == thread;
		this.refused = thread;
		return again;
	}

}
