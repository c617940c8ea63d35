package io.fusemount.transport.device.mount;

import java.nio.file.Path;

import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.libc.NativeText;

/**
 * Removes filesystems from the mount table, by system call if permitted and otherwise
 * through the helper.
 */
public final class Unmount {

	private static final int MNT_DETACH = 2;

	private static final int EPERM = 1;

	private Unmount() {
	}

	/**
	 * Unmounts the filesystem at the given path.
	 * @return a complaint, empty if it is gone
	 */
	static String plain(Path mountPoint) {
		return unmount(mountPoint, 0, "-u");
	}

	/**
	 * Unmounts the filesystem at the given path even if it is in use or dead.
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
