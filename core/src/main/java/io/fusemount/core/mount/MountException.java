package io.fusemount.core.mount;

import org.jspecify.annotations.Nullable;

/**
 * A filesystem could not be mounted or unmounted.
 */
public final class MountException extends RuntimeException {

	private final Reason reason;

	public MountException(Reason reason, String message) {
		this(reason, message, null);
	}

	public MountException(Reason reason, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.reason = reason;
	}

	/**
	 * Returns the reason.
	 */
	public Reason reason() {
		return this.reason;
	}

	/**
	 * The reasons for a failure; each has its own remedy.
	 */
	public enum Reason {

		/** The kernel offers no {@code /dev/fuse}. */
		NO_FUSE_DEVICE,

		/** {@code /dev/fuse} cannot be opened by the service. */
		FUSE_DEVICE_DENIED,

		/** The library libfuse 2 is not installed, or cannot be loaded. */
		NO_LIBFUSE,

		/** The program {@code fusermount} is not installed. */
		NO_FUSERMOUNT,

		/** The JVM cannot call native code at all. */
		NO_NATIVE_CODE,

		/** The mount point does not exist. */
		MOUNT_POINT_MISSING,

		/** The mount point is not a directory. */
		MOUNT_POINT_NOT_A_DIRECTORY,

		/** The mount point has content that the mount would hide. */
		MOUNT_POINT_NOT_EMPTY,

		/** Another filesystem is mounted there and answers. */
		MOUNT_POINT_IN_USE,

		/** The service has no access to the mount point. */
		MOUNT_POINT_DENIED,

		/** The service may not give other users access. */
		ALLOW_OTHER_REFUSED,

		/** The service may not mount filesystems at all. */
		NOT_PERMITTED,

		/** There is no place for the spool, or none that is private to this user. */
		SPOOL_UNUSABLE,

		/** Another process or mount uses the spool. */
		SPOOL_IN_USE,

		/** The filesystem was unmounted from outside. */
		UNMOUNTED_BY_OTHERS,

		/** The filesystem is mounted but not reachable at its mount point. */
		DISPLACED,

		/** The action requires a mounted filesystem. */
		NOT_MOUNTED,

		/** The mount came up but did not answer. */
		NOT_ANSWERING,

		/** Any other reason; see the message. */
		OTHER

	}

}
