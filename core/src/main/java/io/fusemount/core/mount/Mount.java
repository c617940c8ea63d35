package io.fusemount.core.mount;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.Step;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * A filesystem at a mount point, with its states. It can be mounted and unmounted any
 * number of times, each time with a new filesystem.
 */
public final class Mount {

	/** For files that were open at an unmount from outside, unless it is shortened. */
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

	/**
	 * The sessions that are no longer reachable at the mount point, while programs have
	 * files open there.
	 */
	@GuardedBy("this")
	private final List<TransportSession> displaced = new ArrayList<>();

	private final AtomicReference<@Nullable Unmounting> unmounting = new AtomicReference<>();

	/** The deadlines of all operations that wait for files to be stored. */
	private final Patience patience = new Patience();

	private volatile @Nullable Departure departure;

	/** Whether the mount may come back from the process to which it has gone. */
	@GuardedBy("this")
	private boolean mayReturn;

	/**
	 * Creates the mount in the state {@link MountState#UNMOUNTED}.
	 * @param fileSystems creates a filesystem for each time the mount is mounted
	 * @param listener notified when the mount ends
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
	 * Mounts the filesystem. Does nothing if it is reachable at its mount point. If it is
	 * mounted but displaced, programs that still use it continue with the same files.
	 * @throws MountException if mounting is not possible; the state is then
	 * {@link MountState#FAILED}, unless programs use the filesystem elsewhere
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
			// Programs access the mount, and changes must arrive, as soon as it exists.
			this.fileSystem = created;
			TransportSession started = this.transport.mount(created, this.dispatcher, this.options);
			this.session = started;
			this.failure = null;
			this.mounted = Instant.now();
			this.state = MountState.MOUNTED;
			this.departure = null;
			this.mayReturn = false;
			SessionEnd.await(this.options.name(), started, this::ended);
			started.offer(new OfferedMount(this, started));
		}
		catch (RuntimeException ex) {
			this.failure = ex;
			this.state = (before != null) ? MountState.MOUNTED : MountState.FAILED;
			if (served == null) {
				this.fileSystem = null;
				Closing.close(created);
				this.transport.failed(this.options);
			}
			throw ex;
		}
		if (before != null) {
			this.displaced.add(before);
			before.withdraw();
		}
	}

	/**
	 * Unmounts the filesystem: refuses to open more files, commits dirty ones, removes
	 * the mount from the mount table and waits for the workers. Content that could not be
	 * stored in time is kept. Does nothing if the filesystem is not mounted. If an
	 * unmount or a drain is already in progress, its time is limited to this timeout too,
	 * and the method waits for its end.
	 * @param timeout how long to wait for operations in progress
	 * @throws MountException if files are still open or workers still busy after that
	 * time; the mount is nevertheless removed from the mount table
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
	 * Leaves the mount, with the files that programs have open, to the next process if
	 * {@linkplain TransportSession#leave one can take it over}, or unmounts it.
	 * @param timeout how long to wait for operations in progress
	 * @throws MountException as {@link #unmount} does
	 */
	public void handOver(Duration timeout) {
		hurry(timeout);
		boolean left = false;
		try {
			left = leave(null, null, Deadline.in(timeout));
		}
		finally {
			if (!left) {
				unmount(timeout);
			}
		}
	}

	/**
	 * Leaves the mount to another process, which has asked for it.
	 * @param offered the session that it was asked of, and whose device it gets
	 * @return why it is still served, {@code null} if it was left
	 */
	@Nullable String giveWay(TransportSession offered, long process, Duration timeout) {
		Deadline deadline = Deadline.in(timeout);
		try {
			patiently(deadline, () -> leave(offered, process, deadline));
		}
		catch (MountException ex) {
			unmount(timeout);
			return ex.getMessage();
		}
		Departure gone = this.departure;
		String displacement = displacement();
		if (this.session != offered) {
			return (gone != null && gone.process() == process) ? null : "It is not mounted";
		}
		return (displacement != null) ? displacement
				: "Operations of programs were still in progress after %.1f s".formatted(timeout.toMillis() / 1000.0);
	}

	private synchronized boolean leave(@Nullable TransportSession offered, @Nullable Long process, Deadline deadline) {
		TransportSession current = this.session;
		// Nobody else is to report its end.
		this.session = null;
		if (current == null || offered != null && offered != current || !this.displaced.isEmpty()
				|| !((process != null) ? current.giveWay(deadline) : current.leave(deadline))) {
			this.session = current;
			return false;
		}
		this.fileSystem = null;
		this.departure = (process != null) ? new Departure(process, Instant.now()) : null;
		this.mayReturn = process != null;
		this.state = MountState.UNMOUNTED;
		this.listener.left(this);
		return true;
	}

	/** Mounts again what has come back, unless nobody wants it any more. */
	synchronized boolean resume() {
		if (this.mayReturn) {
			mount();
			this.listener.returned(this);
		}
		return this.session != null;
	}

	/**
	 * Limits the time of every unmount and drain in progress.
	 */
	public void hurry(Duration timeout) {
		this.patience.shorten(timeout);
	}

	/** Runs work whose deadline can be shortened by {@link #hurry}. */
	void patiently(Deadline deadline, Runnable work) {
		this.patience.run(deadline, work);
	}

	private synchronized void unmount(Deadline deadline) {
		VirtualFileSystem mounted = this.fileSystem;
		if (mounted == null) {
			this.mayReturn = false;
			this.state = MountState.UNMOUNTED;
			return;
		}
		this.state = MountState.UNMOUNTING;
		try {
			Closing.drain(mounted, deadline);
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
			catch (RuntimeException | LinkageError ex) {
				failure = (ex instanceof RuntimeException known) ? known : new IllegalStateException(ex);
			}
		}
		if (failure != null) {
			throw failure;
		}
	}

	/**
	 * Releases the files that programs had open through a session that has ended, if
	 * other sessions serve the same files: after its connection is aborted, the kernel
	 * does not report that they were closed. The release may wait for the database, so it
	 * runs without the lock.
	 */
	private void ended(TransportSession ended) {
		try {
			if (othersServeAfter(ended)) {
				Deadline deadline = Deadline.in(PATIENCE);
				patiently(deadline, () -> Closing.releaseAtEnd(ended, deadline));
			}
		}
		catch (MountException ex) {
			this.failure = ex;
		}
	}

	private synchronized boolean othersServeAfter(TransportSession ended) {
		try {
			return othersServe(ended);
		}
		catch (MountException ex) {
			// Set before any other caller can enter.
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
	 * Closes the filesystem when no program can use it any longer, through any session.
	 * @return whether the filesystem is closed
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
		patiently(deadline, () -> Closing.closeAtEnd(this.options.name(), served, deadline));
		return true;
	}

	@GuardedBy("this")
	private void forget(VirtualFileSystem mounted, Deadline deadline) {
		this.failure = null;
		this.session = null;
		this.displaced.clear();
		this.fileSystem = null;
		this.state = MountState.UNMOUNTED;
		Closing.close(this.options.name(), mounted, deadline);
	}

	public MountOptions options() {
		return this.options;
	}

	public MountState state() {
		return this.state;
	}

	/**
	 * Returns why the last attempt to mount failed, why the mount ended from outside, or
	 * why it is mounted and not reachable; {@code null} if none of these applies.
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
	 * Returns when the filesystem was mounted, {@code null} if it is not mounted.
	 */
	public @Nullable Instant mountedSince() {
		return (this.session != null) ? this.mounted : null;
	}

	/**
	 * Returns how the mount has gone to another process, {@code null} if it has not, or
	 * has been mounted here again.
	 */
	public @Nullable Departure departure() {
		return this.departure;
	}

	/**
	 * Returns the filesystem, {@code null} if no program can use it.
	 */
	public @Nullable VirtualFileSystem fileSystem() {
		return this.fileSystem;
	}

	/**
	 * Returns the session of the transport, {@code null} if it is not mounted.
	 */
	public @Nullable TransportSession session() {
		return this.session;
	}

}
