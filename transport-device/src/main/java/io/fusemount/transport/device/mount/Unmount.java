package io.fusemount.transport.device.mount;

import java.nio.file.Path;

import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.libc.NativeText;

/**
 * Takes filesystems out of the mount table, by system call where that is permitted and
 * through the helper otherwise.
 */
public final class Unmount {

	private static final int MNT_DETACH = 2;

	private static final int EPERM = 1;

	private Unmount() {
	}

	/**
	 * Unmounts what is mounted there.
	 * @return a complaint, empty if it is gone
	 */
	static String plain(Path mountPoint) {
		return unmount(mountPoint, 0, "-u");
	}

	/**
	 * Unmounts what is mounted there even if it is in use or dead.
	 * @return a complaint, empty if it is gone
	 */
	public static String lazy(Path mountPoint) {
		return unmount(mountPoint, MNT_DETACH, "-uz");
	}

	private static String unmount(Path mountPoint, int flags, String helperOption) {
		if (Native.libc().umount2(NativeText.encode(mountPoint.toString()), flags) == 0) {
			return "";
		}
		int errno = Native.errno();
		return (errno == EPERM) ? Helper.start(null, helperOption, "--", mountPoint.toString()).complaint()
				: Native.describe(errno);
	}

}
