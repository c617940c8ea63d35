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
 * The actions of an administrator on a mount. Each action ends within a time limit even
 * if the database hangs. Only one long-running action runs at a time, and an unmount
 * without a timeout ends the others.
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
	 * Mounts the filesystem if it is not mounted.
	 * @throws MountException if mounting is not possible
	 * @throws MountBusyException if another action is in progress
	 */
	public void mount() {
		alone(() -> {
			requireSettled();
			this.mount.mount();
			return this;
		});
	}

	/**
	 * Commits dirty files and unmounts the filesystem if it is mounted.
	 * @param timeout how long to wait for operations in progress; with zero, nothing more
	 * is committed, and the content of dirty files is kept
	 * @throws MountException if files are still open or workers still busy after that
	 * time; the mount is nevertheless removed from the mount table
	 * @throws MountBusyException if the filesystem is being mounted, or if another action
	 * is in progress and the timeout is not zero
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
	 * Commits dirty files as if each program had requested it, until no file is dirty or
	 * the time is over. Programs continue to work.
	 * @param limit the maximum number of files to report
	 * @return the files that remain dirty
	 * @throws MountException if the filesystem is not mounted
	 * @throws MountBusyException if another action is in progress
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
		return new ErrnoException(Errno.EIO, "An administrator requested the commit, and its time ran out",
				"The commit is tried again when the program closes the file", null);
	}

	private static void run(Deadline deadline, Runnable work) {
		try {
			deadline.drain(work);
		}
		catch (ErrnoException ex) {
			// The time is over. The caller reports the remaining files.
		}
	}

	/**
	 * Drops cached data.
	 * @param path the path of a file, or of a directory with its entries; {@code null}
	 * for everything
	 * @throws MountException if the filesystem is not mounted, or the database does not
	 * answer soon
	 * @throws ErrnoException if the path does not exist
	 */
	public void invalidate(@Nullable String path) {
		if (path == null) {
			fileSystem().invalidateAll();
			return;
		}
		Supervision supervision = supervision();
		if (!Deadline.in(SOON, MountActions::tooLate).close(() -> supervision.invalidate(path))) {
			throw new MountException(MountException.Reason.OTHER,
					"The database, which has to resolve the path, does not answer: "
							+ "without a path, the whole cache is dropped at once");
		}
	}

	private static ErrnoException tooLate() {
		return new ErrnoException(Errno.ETIMEDOUT, "The database has not answered within " + SOON.toSeconds() + " s");
	}

	/**
	 * Takes a handle away from its program.
	 * @return the result, or {@code null} if there is no handle with this number
	 * @throws MountException if the filesystem is not mounted, or a commit of the file
	 * holds the handle
	 */
	public @Nullable ReleasedHandle release(long handle) {
		Supervision supervision = supervision();
		AtomicReference<@Nullable ReleasedHandle> released = new AtomicReference<>();
		Deadline deadline = Deadline.in(Duration.ZERO, MountActions::tooLate);
		if (!deadline.close(() -> released.set(supervision.release(handle)))) {
			throw new MountException(MountException.Reason.OTHER,
					"The handle was taken from its program, but a commit of the file in progress still holds its changes");
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
		return fileSystem().supervision();
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
				+ " already: that ends when its time is over, or at once when the filesystem is unmounted by force");
	}

	private String doing() {
		return switch (this.mount.state()) {
			case MOUNTING -> "being mounted";
			case UNMOUNTING -> "being unmounted";
			default -> "being changed";
		};
	}

}
