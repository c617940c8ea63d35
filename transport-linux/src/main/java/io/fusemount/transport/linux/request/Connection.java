package io.fusemount.transport.linux.request;

import java.time.Duration;

import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notebook;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.file.Descriptors;
import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.linux.node.Entries;
import io.fusemount.transport.linux.node.Names;
import io.fusemount.transport.linux.node.NodeTable;
import io.fusemount.transport.linux.node.Openings;
import io.fusemount.transport.linux.node.Paths;
import io.fusemount.transport.linux.node.Validity;
import io.fusemount.transport.linux.notice.KernelObserver;
import io.fusemount.transport.linux.notice.NameNotices;
import io.fusemount.transport.linux.notice.Notifier;
import io.fusemount.transport.linux.passthrough.Backings;

/**
 * The shared state of the requests of one mount.
 */
final class Connection {

	private static final Duration GIVE_UP = Duration.ofSeconds(3);

	/** How long the kernel may take for what it is still to be told. */
	private static final Duration LAST_NOTICES = Duration.ofSeconds(1);

	private final VirtualFileSystem fileSystem;

	private final int device;

	private final NodeTable nodes;

	private final Paths paths;

	private final Entries entries;

	private final Backings backings;

	private final Openings openings;

	private final Names names;

	private final Handles handles;

	private final Door door;

	private final Refusals refusals = new Refusals();

	private final NameNotices nameNotices = new NameNotices();

	private final Notifier notifier;

	private final KernelObserver observer;

	private final Pruning pruning;

	private final Descriptors descriptors = new Descriptors();

	private final Runnable observing;

	private long generation = System.currentTimeMillis();

	/**
	 * Creates the connection.
	 * @param mount the name of the mount
	 * @param device the descriptor of the open device
	 * @param maxNodes the approximate number of nodes that the kernel may remember
	 * @param shared whether more than one user may enter the mount
	 */
	Connection(String mount, VirtualFileSystem fileSystem, Dispatcher dispatcher, int device, int maxNodes,
			boolean shared) {
		this.fileSystem = fileSystem;
		this.device = device;
		this.nodes = new NodeTable(fileSystem);
		Validity validity = new Validity(fileSystem.coherence(), shared);
		this.paths = new Paths(fileSystem, this.nodes, validity);
		this.entries = new Entries(fileSystem, this.nodes, this.paths, validity);
		this.backings = new Backings(fileSystem.lending(), libc(), device);
		this.openings = new Openings(fileSystem, this.nodes, this.paths, this.backings);
		this.names = new Names(this.nodes);
		this.handles = new Handles(fileSystem, this.openings);
		this.door = new Door(dispatcher, this.nodes);
		this.notifier = new Notifier(mount, libc(), device);
		this.pruning = new Pruning(this.nodes, this.notifier, maxNodes);
		this.observer = new KernelObserver(this.nodes, this.openings, this.notifier, this.nameNotices);
		this.observing = fileSystem.coherence().observe(this.observer);
	}

	VirtualFileSystem fileSystem() {
		return this.fileSystem;
	}

	LibC libc() {
		return Native.libc();
	}

	int device() {
		return this.device;
	}

	NodeTable nodes() {
		return this.nodes;
	}

	Paths paths() {
		return this.paths;
	}

	Entries entries() {
		return this.entries;
	}

	Backings backings() {
		return this.backings;
	}

	Openings openings() {
		return this.openings;
	}

	Names names() {
		return this.names;
	}

	Handles handles() {
		return this.handles;
	}

	Door door() {
		return this.door;
	}

	Refusals refusals() {
		return this.refusals;
	}

	NameNotices nameNotices() {
		return this.nameNotices;
	}

	Notifier notifier() {
		return this.notifier;
	}

	KernelObserver observer() {
		return this.observer;
	}

	Pruning pruning() {
		return this.pruning;
	}

	Descriptors descriptors() {
		return this.descriptors;
	}

	/**
	 * Returns the generation, by which the kernel distinguishes file handles of earlier
	 * mounts from those of this one.
	 */
	long generation() {
		return this.generation;
	}

	/** Writes down what the kernel knows, after the last notice. */
	void leave(NoteWriter notes) {
		settle();
		notes.number(this.generation);
		this.nodes.write(notes);
		this.handles.write(notes);
	}

	/**
	 * Writes down what the kernel knows, from now on.
	 * @param first what is noted before the rest of the connection
	 */
	void keep(Notebook notebook, NoteWriter first) {
		notebook.put(Notebook.Kind.CONNECTION, 0, first.number(this.generation));
		this.nodes.keep(notebook);
		this.handles.keep(notebook);
	}

	/**
	 * Goes on with what the kernel knows.
	 * @param crashed whether it may know more by now
	 */
	void read(NoteReader notes, boolean crashed) {
		this.generation = notes.number();
		this.nodes.read(notes);
		if (crashed) {
			this.nodes.distrust();
		}
		this.handles.read(notes, this.nodes);
	}

	/** Others may have changed anything while no process served the mount. */
	void distrust() {
		this.observer.unobserved();
	}

	private void settle() {
		this.observing.run();
		this.notifier.await(LAST_NOTICES);
		this.notifier.close();
		this.notifier.awaitEnd(GIVE_UP);
	}

	/** Closes the device and the local files that are open. */
	void close() {
		settle();
		this.backings.end();
		libc().close(this.device);
		this.descriptors.close();
	}

}
