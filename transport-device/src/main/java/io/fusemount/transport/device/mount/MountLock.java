package io.fusemount.transport.device.mount;

import java.nio.file.Path;
import java.time.Duration;

import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.libc.NativeText;

/**
 * Prevents two processes that mount at the same directory from covering each other,
 * because checking for a mount and mounting are two steps. The lock is a {@code
 * flock(2)} on the directory below the mount, which needs no write permission and leaves
 * nothing behind, whatever happens to the process.
 */
public final class MountLock implements AutoCloseable {

	private static final int O_DIRECTORY_CLOEXEC = 0200000 | 02000000;

	private static final int LOCK_EXCLUSIVE_NON_BLOCKING = 2 | 4;

	private static final int EINTR = 4;

	private static final int EWOULDBLOCK = 11;

	private final int directory;

	private MountLock(int directory) {
		this.directory = directory;
	}

	/**
	 * Waits until no other process mounts there. A holder that keeps the lock for longer
	 * than mounting takes, as any user with read access can, does not prevent a mount;
	 * and there is no wait where directories cannot be locked, as on some network
	 * filesystems.
	 * @param mountPoint the directory; a mount there must answer
	 * @param patience longer than mounting takes, which waits only for the helper
	 */
	public static MountLock acquire(Path mountPoint, Duration patience) {
		LibC c = Native.libc();
		MountLock lock = new MountLock(c.open(NativeText.encode(mountPoint.toString()), O_DIRECTORY_CLOEXEC));
		long end = System.nanoTime() + patience.toNanos();
		while (lock.isHeldElsewhere() && System.nanoTime() - end < 0 && pause()) {
			continue;
		}
		return lock;
	}

	private boolean isHeldElsewhere() {
		if (this.directory < 0 || Native.libc().flock(this.directory, LOCK_EXCLUSIVE_NON_BLOCKING) == 0) {
			return false;
		}
		int errno = Native.errno();
		return errno == EWOULDBLOCK || errno == EINTR;
	}

	private static boolean pause() {
		try {
			Thread.sleep(10);
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	@Override
	public void close() {
		if (this.directory >= 0) {
			Native.libc().close(this.directory);
		}
	}

}
