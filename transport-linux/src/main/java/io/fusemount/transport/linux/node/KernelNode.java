package io.fusemount.transport.linux.node;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.vfs.HandleId;
import org.jspecify.annotations.Nullable;

/**
 * A node that the kernel has a number for. It is a directory, or a file that stands for
 * one version while it is open. What changes of it is guarded by {@link NodeTable}.
 */
public final class KernelNode {

	final long id;

	/** Whether it is in the mount's own directory, where each user sees his own. */
	final boolean service;

	/** Where the kernel has found it last, {@code null} for the root. */
	volatile @Nullable KernelNode parent;

	/** {@code null} for the root, and for what has no name any more. */
	volatile @Nullable Name name;

	/** How often it has got a name. */
	volatile int moves;

	/** What it is, {@code null} if that has to be looked up anew. */
	@Nullable NodeKey key;

	/** {@code null} for a file. */
	volatile @Nullable Directory directory;

	/** How often the kernel was told of its number, and has not said that it forgot. */
	long lookups;

	/** What keeps it open, {@code null} if nothing does. */
	private @Nullable List<HandleId> handles;

	/** How many of them may write. */
	int writers;

	/**
	 * Whether a program has made the file, so that it has another key when it is stored.
	 */
	boolean created;

	/** Until when the kernel may believe what it was told, as a time of this JVM. */
	volatile long validUntil;

	/** The size that the kernel was told last. */
	long size;

	/** Whether it was told any. */
	boolean told;

	/** Whether it may know, or be about to learn, another one. */
	boolean unsettled;

	/** Which bytes its pages have, {@code null} if that is not known. */
	@Nullable String pages;

	/**
	 * Whether its pages may still be those of other bytes: who was told to drop them has
	 * not used his handle so far.
	 */
	boolean dropping;

	KernelNode(long id, @Nullable KernelNode parent, @Nullable Name name, boolean service) {
		this.id = id;
		this.parent = parent;
		this.name = name;
		this.service = service;
		doubt();
	}

	/**
	 * Returns the number.
	 */
	public long id() {
		return this.id;
	}

	boolean isRoot() {
		return this.parent == null;
	}

	boolean isAt(KernelNode directory, Name ownName) {
		return this.parent == directory && ownName.equals(this.name);
	}

	boolean isBelow(KernelNode directory) {
		for (KernelNode above = this.parent; above != null; above = above.parent) {
			if (above == directory) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether it is in a directory, or that itself, as far as that was looked up: who has
	 * moved both may have told of neither.
	 */
	boolean isWithin(KernelNode directory) {
		return this == directory || isBelow(directory);
	}

	/** Whether it is a directory if that was found, and a file otherwise. */
	boolean isOfKind(Node found) {
		return (this.directory != null) == (found instanceof Directory);
	}

	boolean isOpen() {
		return this.handles != null;
	}

	/** Returns any of its handles: they show the same. */
	@Nullable HandleId handle() {
		return (this.handles != null) ? this.handles.get(0) : null;
	}

	void add(HandleId handle, boolean write) {
		if (this.handles == null) {
			this.handles = new ArrayList<>(1);
		}
		this.handles.add(handle);
		this.writers += write ? 1 : 0;
	}

	/** Whether a handle is one of those that keep it open. */
	boolean has(HandleId handle) {
		return this.handles != null && this.handles.contains(handle);
	}

	void remove(HandleId handle, boolean write) {
		if (this.handles != null && this.handles.remove(handle)) {
			this.writers -= write ? 1 : 0;
			if (this.handles.isEmpty()) {
				this.handles = null;
			}
		}
	}

	/** Whether the kernel may take for true what it was told. */
	boolean isBelieved() {
		return System.nanoTime() - this.validUntil < 0;
	}

	/** It may do so no more. */
	void doubt() {
		this.validUntil = System.nanoTime();
	}

	void believe(long nanos) {
		this.validUntil = System.nanoTime() + nanos;
	}

	/** Takes note of a size that the kernel is told. */
	void tell(long newSize) {
		this.unsettled = this.unsettled || this.told && this.size != newSize;
		this.told = true;
		this.size = newSize;
	}

	/** The kernel has nothing of it any more. */
	void reset() {
		this.told = false;
		this.unsettled = false;
		this.dropping = false;
		this.pages = null;
		doubt();
	}

	/** Returns the path by which it was found, for people. */
	String path() {
		KernelNode above = this.parent;
		Name own = this.name;
		if (above == null) {
			return "/";
		}
		return ((above.parent != null) ? above.path() : "") + "/" + ((own != null) ? own.value() : "(deleted)");
	}

	@Override
	public String toString() {
		return path();
	}

}
