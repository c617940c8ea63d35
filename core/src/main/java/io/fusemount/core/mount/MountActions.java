package io.fusemount.core.mount;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.Cancellation;
import io.fusemount.core.supervision.ReleasedHandle;
import io.fusemount.core.supervision.Supervision;
import io.fusemount.core.supervision.UnstoredFiles;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * What an administrator does to a mount. Each ends within a time, whatever hangs, and
 * only one of those that take time goes on at once; unmounting without any ends the
 * others.
 */
public final class MountActions {

	private static final Duration SOON = Duration.ofSeconds(5);

	private static final long PAUSE_MILLIS = 50;

	private final Mount mount;

	private final AtomicBoolean busy = new AtomicBoolean();

	public MountActions(Mount mount) {
		this.mount = mount;
	}

	/**
	 * Mounts it, if it is not.
	 * @throws MountException if that is not possible
	 * @throws MountBusyException if it is being changed
	 */
	public void mount() {
		alone(() -> {
			requireSettled();
			this.mount.mount();
			return this;
		});
	}

	/**
	 * Commits what is dirty and unmounts it, if it is mounted.
	 * @param timeout how long to wait for operations that are under way; with nothing,
	 * nothing more is committed, and what is dirty is kept
	 * @throws MountException if files are still open or workers still busy after that
	 * time; it is out of the mount table nevertheless
	 * @throws MountBusyException if it is being mounted, or being changed and there is
	 * time to wait for that
	 */
	public void unmount(Duration timeout) {
		if (timeout.isZero() && this.mount.state() != MountState.MOUNTING) {
			this.mount.unmount(timeout);
			return;
		}
		alone(() -> {
			requireSettled();
			this.mount.unmount(timeout);
			return this;
		});
	}

	/**
	 * Commits what is dirty, as if each program had asked for that, until nothing is
	 * dirty or the time is over. Programs go on.
	 * @param limit how many files to tell of at the most
	 * @return what is left
	 * @throws MountException if it is not mounted
	 * @throws MountBusyException if it is being changed
	 */
	public UnstoredFiles drain(Duration timeout, int limit) {
		Supervision supervision = supervision();
		return alone(() -> {
			Deadline deadline = Deadline.in(timeout, MountActions::drained);
			this.mount.patiently(deadline, () -> run(deadline, () -> drain(supervision)));
			return supervision.unstored(limit);
		});
	}

	private static void drain(Supervision supervision) {
		boolean stored = supervision.storeAll(true);
		while (!stored) {
			Cancellation.check();
			pause();
			stored = supervision.storeAll(false);
		}
	}

	private static void pause() {
		try {
			Thread.sleep(PAUSE_MILLIS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw drained();
		}
	}

	private static ErrnoException drained() {
		return new ErrnoException(Errno.EIO, "An administrator has had it stored, and there was no more time for it",
				"It is tried again when its program closes it", null);
	}

	private static void run(Deadline deadline, Runnable work) {
		try {
			deadline.drain(work);
		}
		catch (ErrnoException ex) {
			// The time is over, and what is left is told.
		}
	}

	/**
	 * Forgets what is cached.
	 * @param path of a file or directory and what is in it, {@code null} for all
	 * @throws MountException if it is not mounted, or the database does not answer soon
	 * @throws ErrnoException if there is nothing at this path
	 */
	public void invalidate(@Nullable String path) {
		if (path == null) {
			fileSystem().invalidateAll();
			return;
		}
		Supervision supervision = supervision();
		if (!Deadline.in(SOON, MountActions::tooLate).close(() -> supervision.invalidate(path))) {
			throw new MountException(MountException.Reason.OTHER, "The database does not answer, which had to be asked "
					+ "which file that is: without a path, all is forgotten at once");
		}
	}

	private static ErrnoException tooLate() {
		return new ErrnoException(Errno.ETIMEDOUT, "The database has not answered within " + SOON.toSeconds() + " s");
	}

	/**
	 * Takes a handle from its program.
	 * @return what has become of it, or {@code null} if there is none of this number
	 * @throws MountException if it is not mounted, or a commit of the file holds it
	 */
	public @Nullable ReleasedHandle release(long handle) {
		Supervision supervision = supervision();
		AtomicReference<@Nullable ReleasedHandle> released = new AtomicReference<>();
		Deadline deadline = Deadline.in(Duration.ZERO, MountActions::tooLate);
		if (!deadline.close(() -> released.set(supervision.release(handle)))) {
			throw new MountException(MountException.Reason.OTHER,
					"The handle is taken from its program, but a commit of the file is under way and holds the rest");
		}
		return released.get();
	}

	private VirtualFileSystem fileSystem() {
		VirtualFileSystem mounted = this.mount.fileSystem();
		if (mounted == null) {
			throw new MountException(MountException.Reason.NOT_MOUNTED,
					"'" + this.mount.options().name() + "' is not mounted");
		}
		return mounted;
	}

	private Supervision supervision() {
		Supervision supervision = fileSystem().supervision();
		if (supervision == null) {
			throw new MountException(MountException.Reason.OTHER, "The filesystem cannot do that");
		}
		return supervision;
	}

	private void requireSettled() {
		MountState state = this.mount.state();
		if (state == MountState.MOUNTING || state == MountState.UNMOUNTING) {
			throw busy();
		}
	}

	private <T> T alone(Supplier<T> work) {
		if (!this.busy.compareAndSet(false, true)) {
			throw busy();
		}
		try {
			return work.get();
		}
		finally {
			this.busy.set(false);
		}
	}

	private MountBusyException busy() {
		return new MountBusyException("'" + this.mount.options().name() + "' is " + doing()
				+ " already: that ends by itself when its time is over, and at once if it is unmounted by force");
	}

	private String doing() {
		return switch (this.mount.state()) {
			case MOUNTING -> "being mounted";
			case UNMOUNTING -> "being unmounted";
			default -> "being changed";
		};
	}

}
