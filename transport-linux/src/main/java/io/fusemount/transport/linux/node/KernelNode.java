package io.fusemount.transport.linux.node;

import java.util.concurrent.TimeUnit;

import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Attempt;
import io.fusemount.transport.linux.passthrough.Backing;
import org.jspecify.annotations.Nullable;

/**
 * A node that the kernel has a number for: a directory, or a file that stands for one
 * version while it is open. Its mutable state is guarded by {@link NodeTable}.
 */
public final class KernelNode {

	/** Longer than the kernel believes anything. */
	private static final long LONG = TimeUnit.HOURS.toNanos(2);

	final long id;

	/**
	 * Whether the node is in the service directory, where each user sees their own
	 * entries.
	 */
	final boolean service;

	/**
	 * The parent through which the kernel found the node last, {@code null} for the root.
	 */
	volatile @Nullable KernelNode parent;

	/** {@code null} for the root, and for a node without a name. */
	volatile @Nullable Name name;

	/** The number of times that the node has got a name. */
	volatile int moves;

	/** The identity, {@code null} if it has to be looked up again. */
	@Nullable NodeKey key;

	/** Whether the node is a directory. */
	volatile boolean container;

	/**
	 * The directory as it was found last, {@code null} for a file, and for a directory
	 * that this process has not found yet.
	 */
	volatile @Nullable Directory directory;

	/** The number of look-ups that the kernel has received and not forgotten. */
	private long lookups;

	/** The request for which look-ups were counted last, 0 if it is not known. */
	private long countedFor;

	/** How many look-ups were counted for that request. */
	private long counted;

	/** The file that programs have open, {@code null} if there is none. */
	private volatile @Nullable Node file;

	/**
	 * What the kernel reads by itself for all handles, {@code null} if it sends requests
	 * for all.
	 */
	private @Nullable Backing backing;

	private int handles;

	private int writers;

	/**
	 * The key with which a program has created the file, which gets another one when it
	 * is stored, perhaps by its release; {@code null} for any other file.
	 */
	@Nullable NodeKey createdAs;

	/**
	 * The time, by {@link System#nanoTime()}, until which the kernel may trust its
	 * knowledge.
	 */
	volatile long validUntil;

	final KernelSize size = new KernelSize();

	/** The version of the bytes in the kernel's pages, {@code null} if unknown. */
	@Nullable String pages;

	/**
	 * Whether the kernel's pages may still have other bytes, because the program that was
	 * told to drop them has not used its handle yet.
	 */
	boolean dropping;

	/**
	 * Whether the kernel may have another size, and is about to be notified of that. A
	 * notice that comes later than necessary makes it drop the answer with the size.
	 */
	boolean notifying;

	/**
	 * Whether a program could write past the kernel's pages since the node was opened, so
	 * that another one may have read old bytes into them.
	 */
	boolean bypassed;

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
	 * Whether the node is in a directory at any depth, or is the directory, as far as it
	 * was looked up: if both were moved, neither move may have been reported.
	 */
	boolean isWithin(KernelNode directory) {
		return this == directory || isBelow(directory);
	}

	/** Whether the node and the result of a look-up are of the same kind. */
	boolean isOfKind(Node found) {
		return this.container == (found instanceof Directory);
	}

	boolean isOpen() {
		return this.file != null;
	}

	/** Returns the file that all its handles show, {@code null} if it is not open. */
	@Nullable Node file() {
		return this.file;
	}

	@Nullable Backing backing() {
		return this.backing;
	}

	/** Sets what the kernel reads by itself, before the first handle. */
	void back(@Nullable Backing file) {
		this.backing = file;
	}

	/** Returns what no handle needs any longer. */
	@Nullable Backing unused() {
		if (isOpen()) {
			return null;
		}
		Backing ended = this.backing;
		this.backing = null;
		return ended;
	}

	boolean isWritten() {
		return this.writers > 0;
	}

	/** Adds a handle of a file. */
	void open(Node opened, boolean write) {
		this.file = opened;
		this.handles++;
		this.writers += write ? 1 : 0;
	}

	/** Ends a handle. */
	void close(boolean write) {
		this.handles--;
		this.writers -= write ? 1 : 0;
		if (this.handles == 0) {
			this.file = null;
		}
	}

	/** Records that the kernel receives the node by the answer to the current request. */
	void count() {
		long request = request();
		this.counted = (request == this.countedFor) ? this.counted + 1 : 1;
		this.countedFor = request;
		this.lookups++;
	}

	/** Records that the kernel has forgotten look-ups, or has not received them. */
	void discount(long forgotten) {
		if (request() == this.countedFor) {
			this.counted = Math.max(0, this.counted - forgotten);
		}
		this.lookups -= forgotten;
	}

	/** Returns the number of look-ups that the kernel has received and not forgotten. */
	long lookups() {
		return this.lookups;
	}

	/** Whether the kernel has the number. */
	boolean isCounted() {
		return this.lookups > 0;
	}

	private static long request() {
		Attempt attempt = Attempt.current();
		return (attempt != null) ? attempt.request() : 0;
	}

	/** Whether the kernel may trust its knowledge. */
	boolean isBelieved() {
		return System.nanoTime() - this.validUntil < 0;
	}

	/** Ends the trust of the kernel. */
	void doubt() {
		this.validUntil = System.nanoTime();
	}

	/**
	 * Lets the kernel trust an answer. An earlier answer may be trusted for longer: the
	 * kernel drops answers that come while another one arrives.
	 */
	void believe(long nanos) {
		long until = System.nanoTime() + nanos;
		if (until - this.validUntil > 0) {
			this.validUntil = until;
		}
	}

	/**
	 * Records that a program has written up to a position, before the kernel receives the
	 * answer. Needs no monitor.
	 */
	public void written(long end) {
		this.size.extend(end);
	}

	/** Records that the kernel has no knowledge of the node any longer. */
	void reset() {
		this.size.renew();
		this.dropping = false;
		this.notifying = false;
		this.bypassed = false;
		this.pages = null;
		doubt();
	}

	/**
	 * Writes down what the kernel knows if the current process ends before it answers
	 * anything else: the request for which look-ups were counted last may not have been
	 * answered.
	 */
	void writeUnanswered(NoteWriter notes) {
		notes.number(this.countedFor).number(this.counted);
		write(notes);
	}

	/** Writes down what the kernel knows. */
	void write(NoteWriter notes) {
		KernelNode above = this.parent;
		Name own = this.name;
		Backing read = this.backing;
		notes.number(this.id).number(this.lookups).flag(this.service).number((above != null) ? above.id : 0);
		notes.text((own != null) ? own.value() : null).flag(this.container);
		notes.key(this.key).key(this.createdAs).number(this.validUntil).text(this.pages);
		notes.flag(this.dropping).flag(this.notifying).flag(this.bypassed);
		notes.number((read != null) ? read.id() : 0);
		this.size.write(notes);
	}

	/** Goes on with what the kernel knew, after number, place and key. */
	void read(NoteReader notes, long known) {
		this.lookups = known;
		this.createdAs = notes.key();
		this.validUntil = notes.number();
		this.pages = notes.text();
		this.dropping = notes.flag();
		this.notifying = notes.flag();
		this.bypassed = notes.flag();
		int read = (int) notes.number();
		this.backing = (read != 0) ? new Backing(read, null) : null;
		this.size.read(notes);
	}

	/**
	 * Distrusts what is known of the kernel: it may believe anything, and have any size
	 * and any pages.
	 */
	void distrust() {
		believe(LONG);
		this.pages = null;
		this.dropping = true;
		this.notifying = false;
		this.size.distrust();
	}

	/** Returns the path by which the node was found, for people. */
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
