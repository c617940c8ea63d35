package io.fusemount.transport.device.mount;

import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.transport.device.libc.Native;

/**
 * The installation that mounting requires.
 */
public final class Installation {

	private Installation() {
	}

	/**
	 * Requires that native code can be used and that the helper is installed.
	 * @throws MountException {@code NO_NATIVE_CODE} or {@code NO_FUSERMOUNT}
	 */
	public static void require() {
		try {
			Native.libc();
			Helper.require();
		}
		catch (LinkageError ex) {
			throw noNativeCode(ex);
		}
	}

	/**
	 * Returns the failure of a machine on which native code cannot be used.
	 */
	public static MountException noNativeCode(LinkageError failure) {
		return new MountException(Reason.NO_NATIVE_CODE, "Native code could not be used ("
				+ String.valueOf(failure.getMessage()).lines().findFirst().orElse("") + ")", failure);
	}

}
