package io.fusemount.core.mount;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.Step;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * A filesystem at a mount point, through its states. It can be mounted and unmounted any
 * number of times; each time with a filesystem of its own.
 */
public final class Mount {

	/** For what was open when others have unmounted it: until somebody is in a hurry. */
	private static final Duration PATIENCE = Duration.ofDays(365);

	private final MountOptions options;

	private final Supplier<? extends VirtualFileSystem> fileSystems;

	private final Dispatcher dispatcher;

	private final Transport transport;

	private final MountListener listener;

	private volatile MountState state = MountState.UNMOUNTED;

	private volatile @Nullable RuntimeException failure;

	private volatile @Nullable Instant mounted;

	private volatile @Nullable VirtualFileSystem fileSystem;

	private volatile @Nullable TransportSession session;

	/** Those that nobody finds any more, as long as programs have files open there. */
	@GuardedBy("this")
	private final List<TransportSession> displaced = new ArrayList<>();

	private final AtomicReference<@Nullable Unmounting> unmounting = new AtomicReference<>();

	/** The times of all that waits for files to be stored. */
	private final Set<Deadline> patience = ConcurrentHashMap.newKeySet();

	/**
	 * Creates the mount in the state {@link MountState#UNMOUNTED}.
	 * @param fileSystems makes a filesystem for each time that it is mounted
	 * @param listener is told of its end
	 */
	public Mount(MountOptions options, Supplier<? extends VirtualFileSystem> fileSystems, Dispatcher dispatcher,
			Transport transport, MountListener listener) {
		this.options = options;
		this.fileSystems = fileSystems;
		this.dispatcher = dispatcher;
		this.transport = transport;
		this.listener = listener;
	}

	/**
	 * Mounts the filesystem; does nothing if it is at its mount point. Programs that use
	 * it where it was before, and nobody else finds it, go on with the same files.
	 * @throws MountException if it is not possible; the state is
	 * {@link MountState#FAILED} then, unless programs use it elsewhere
	 */
	public synchronized void mount() {
		if (this.state == MountState.MOUNTED && displacement() == null) {
			return;
		}
		this.state = MountState.MOUNTING;
		this.dispatcher.steps().run(Step.MOUNT, null, () -> {
			start();
			return this;
		});
	}

	private synchronized void start() {
		VirtualFileSystem served = this.fileSystem;
		TransportSession before = this.session;
		VirtualFileSystem created = null;
		try {
			created = (served != null) ? served : this.fileSystems.get();
			// Programs look as soon as it is mounted, so it has to be told of changes by
			// then.
			this.fileSystem = created;
			TransportSession started = this.transport.mount(created, this.dispatcher, this.options);
			this.session = started;
			this.failure = null;
			this.mounted = Instant.now();
			this.state = MountState.MOUNTED;
			awaitEnd(started);
		}
		catch (RuntimeException ex) {
			this.failure = ex;
			this.state = (before != null) ? MountState.MOUNTED : MountState.FAILED;
			if (served == null) {
				this.fileSystem = null;
				close(created);
			}
			throw ex;
		}
		if (before != null) {
			this.displaced.add(before);
			before.withdraw();
		}
	}

	/**
	 * Unmounts the filesystem: refuses to open more, commits what is dirty, takes it out
	 * of the mount table and waits for the workers. What could not be stored in time is
	 * kept. Does nothing if it is not mounted. If somebody else unmounts it or drains it
	 * at this moment, he has no more time than this either, and his end is waited for.
	 * @param timeout how long to wait for operations that are under way
	 * @throws MountException if files are still open or workers still busy after that
	 * time; it is out of the mount table nevertheless
	 */
	public void unmount(Duration timeout) {
		hurry(timeout);
		Unmounting mine = new Unmounting(Deadline.in(timeout));
		Unmounting first = this.unmounting.compareAndExchange(null, mine);
		if (first != null) {
			first.deadline().shorten(timeout);
			first.await();
			return;
		}
		patiently(mine.deadline(), () -> mine.run(() -> unmount(mine.deadline()), () -> this.unmounting.set(null)));
	}

	/**
	 * Sees to it that whoever unmounts or drains it has no more time than this.
	 */
	public void hurry(Duration timeout) {
		this.patience.forEach((deadline) -> deadline.shorten(timeout));
	}

	/** Does something whose time others may shorten. */
	void patiently(Deadline deadline, Runnable work) {
		this.patience.add(deadline);
		try {
			work.run();
		}
		finally {
			this.patience.remove(deadline);
		}
	}

	private synchronized void unmount(Deadline deadline) {
		VirtualFileSystem mounted = this.fileSystem;
		if (mounted == null) {
			this.state = MountState.UNMOUNTED;
			return;
		}
		this.state = MountState.UNMOUNTING;
		try {
			drain(mounted, deadline);
			unmountAll(deadline);
		}
		finally {
			forget(mounted, deadline);
		}
		this.listener.unmounted(this);
	}

	@GuardedBy("this")
	private void unmountAll(Deadline deadline) {
		List<TransportSession> running = new ArrayList<>(this.displaced);
		TransportSession current = this.session;
		if (current != null) {
			running.add(0, current);
		}
		RuntimeException failure = null;
		for (TransportSession each : running) {
			try {
				each.unmount(deadline);
			}
			catch (RuntimeException ex) {
				failure = ex;
			}
		}
		if (failure != null) {
			throw failure;
		}
	}

	private static void drain(VirtualFileSystem mounted, Deadline deadline) {
		try {
			deadline.drain(mounted::drain);
		}
		catch (RuntimeException ex) {
			// What could not be stored now is tried once more, and else kept and
			// reported,
			// when the filesystem is closed; a mount that can not be ended helps nobody.
		}
	}

	/**
	 * Closes the filesystem when others have unmounted it. Not on the thread that says
	 * so: that may be a worker which unmount waits for. The thread is there from the
	 * beginning, for at the end none may be had.
	 */
	private void awaitEnd(TransportSession started) {
		CountDownLatch ended = new CountDownLatch(1);
		Thread closer = new Thread(() -> {
			try {
				ended.await();
				ended(started);
			}
			catch (MountException ex) {
				this.failure = ex;
			}
			catch (InterruptedException ex) {
				// Nobody does that.
			}
		}, "fusemount-" + this.options.name() + "-closer");
		closer.setDaemon(true);
		closer.start();
		started.ended().whenComplete((nothing, failure) -> ended.countDown());
	}

	/**
	 * Releases what programs had open by a session that has ended, if others serve the
	 * same files: after an abort of its connection, the kernel does not say that they
	 * have closed it. That may wait for the database, so it holds nobody else up.
	 */
	private void ended(TransportSession ended) {
		if (othersServeAfter(ended)) {
			Deadline deadline = Deadline.in(PATIENCE);
			patiently(deadline, () -> releaseAtEnd(ended, deadline));
		}
	}

	private synchronized boolean othersServeAfter(TransportSession ended) {
		try {
			return othersServe(ended);
		}
		catch (MountException ex) {
			// Told before anybody else comes in.
			this.failure = ex;
			return false;
		}
	}

	@GuardedBy("this")
	private boolean othersServe(TransportSession ended) {
		if (this.displaced.remove(ended)) {
			return !closeUnused();
		}
		if (this.session != ended) {
			return false;
		}
		this.failure = new MountException(MountException.Reason.UNMOUNTED_BY_OTHERS,
				"Somebody has unmounted " + this.options.mountPoint() + " ('fusermount -u' or 'umount')");
		this.session = null;
		this.state = MountState.UNMOUNTED;
		try {
			return !closeUnused();
		}
		finally {
			this.listener.lost(this);
		}
	}

	/**
	 * Closes the filesystem when no program can use it any more, wherever.
	 * @return whether it is closed
	 */
	@GuardedBy("this")
	private boolean closeUnused() {
		VirtualFileSystem served = this.fileSystem;
		if (served == null) {
			return true;
		}
		if (this.session != null || !this.displaced.isEmpty()) {
			return false;
		}
		this.fileSystem = null;
		Deadline deadline = Deadline.in(PATIENCE);
		patiently(deadline, () -> closeAtEnd(served, deadline));
		return true;
	}

	private static void releaseAtEnd(TransportSession ended, Deadline deadline) {
		try {
			deadline.close(ended::releaseHandles);
		}
		catch (OutOfMemoryError ex) {
			ended.releaseHandles();
		}
	}

	/** On a thread that can be left alone, if there can be one more. */
	private void closeAtEnd(VirtualFileSystem unused, Deadline deadline) {
		try {
			close(unused, deadline);
		}
		catch (OutOfMemoryError ex) {
			unused.close();
		}
	}

	@GuardedBy("this")
	private void forget(VirtualFileSystem mounted, Deadline deadline) {
		this.failure = null;
		this.session = null;
		this.displaced.clear();
		this.fileSystem = null;
		this.state = MountState.UNMOUNTED;
		close(mounted, deadline);
	}

	private void close(VirtualFileSystem mounted, Deadline deadline) {
		if (!deadline.close(mounted::close)) {
			throw new MountException(MountException.Reason.OTHER,
					"The filesystem '" + this.options.name() + "' is out of the mount table, but files are still open: "
							+ "whole content of them is in .fusemount/unsaved after the next start");
		}
	}

	private static void close(@Nullable VirtualFileSystem created) {
		if (created != null) {
			created.close();
		}
	}

	public MountOptions options() {
		return this.options;
	}

	public MountState state() {
		return this.state;
	}

	/**
	 * Returns why the last attempt to mount failed, that somebody else has unmounted it
	 * since, or why nobody finds it at its mount point though it is mounted; {@code null}
	 * if nothing of that is so.
	 */
	public @Nullable RuntimeException failure() {
		String displacement = (this.state == MountState.MOUNTED) ? displacement() : null;
		return (displacement != null) ? new MountException(MountException.Reason.DISPLACED, displacement)
				: this.failure;
	}

	private @Nullable String displacement() {
		TransportSession running = this.session;
		return (running != null) ? running.displacement() : null;
	}

	/**
	 * Returns since when it is mounted, or {@code null} if it is not.
	 */
	public @Nullable Instant mountedSince() {
		return (this.session != null) ? this.mounted : null;
	}

	/**
	 * Returns the filesystem while it is mounted or programs still use it, else
	 * {@code null}.
	 */
	public @Nullable VirtualFileSystem fileSystem() {
		return this.fileSystem;
	}

	/**
	 * Returns the transport's session while it is mounted, else {@code null}.
	 */
	public @Nullable TransportSession session() {
		return this.session;
	}

}
