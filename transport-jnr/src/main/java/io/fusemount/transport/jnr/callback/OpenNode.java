package io.fusemount.transport.jnr.callback;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.vfs.HandleId;
import org.jspecify.annotations.Nullable;

/**
 * A node of the kernel while programs have it open: it stands for one version of a file,
 * whatever happens to its name. Guarded by {@link OpenNodes}.
 */
final class OpenNode {

	/** The open handles, never empty while the node is known. */
	private final List<HandleId> handles = new ArrayList<>();

	/** Whether the kernel may have received another size than that of this version. */
	private final boolean direct;

	private String path;

	private boolean superseded;

	/** Where it was when it was hidden, {@code null} if it was not. */
	private @Nullable String hiddenAt;

	/** The last thread that was refused because it wanted a newer version. */
	private int refused = -1;

	OpenNode(String path, boolean direct) {
		this.path = path;
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

	/** Returns any of its handles, which all show the same file. */
	HandleId handle() {
		return this.handles.get(0);
	}

	void add(HandleId handle) {
		this.handles.add(handle);
	}

	/** Returns whether there are other handles. */
	boolean remove(HandleId handle) {
		this.handles.remove(handle);
		return !this.handles.isEmpty();
	}

	/** Returns whether the thread was refused already, and no other thread since. */
	boolean refuse(int thread) {
		boolean again = this.refused == thread;
		this.refused = thread;
		return again;
	}

}
