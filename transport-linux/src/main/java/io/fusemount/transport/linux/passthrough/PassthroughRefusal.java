package io.fusemount.transport.linux.passthrough;

import io.fusemount.transport.device.libc.Native;
import org.jspecify.annotations.Nullable;

/**
 * The refusals of the kernel that concern all files alike, in words.
 */
final class PassthroughRefusal {

	private static final int EPERM = 1;

	private static final int EINVAL = 22;

	private static final int ENOTTY = 25;

	private static final int ELOOP = 40;

	private static final int EOPNOTSUPP = 95;

	private PassthroughRefusal() {
	}

	/**
	 * Returns the reason for an error number, or {@code null} if another file may be
	 * accepted.
	 */
	static @Nullable String reason(int errno) {
		String hint = switch (errno) {
			case EPERM -> "the process has no CAP_SYS_ADMIN outside of containers of its own";
			case ELOOP -> "the content cache is on a filesystem that is made of others, such as overlayfs";
			case EINVAL -> "the disk of the content cache has no direct I/O";
			case ENOTTY, EOPNOTSUPP -> "this kernel does not have it";
			default -> null;
		};
		return (hint != null) ? Native.describe(errno) + ": " + hint : null;
	}

}
