package io.fusemount.transport.linux.uring;

import io.fusemount.transport.device.libc.Native;

/**
 * The refusal of the kernel to provide a ring, in words.
 */
final class RingException extends Exception {

	private static final int EPERM = 1;

	private static final int ENOSYS = 38;

	RingException(int errno) {
		super(Native.describe(errno) + hint(errno));
	}

	RingException(String message) {
		super(message);
	}

	private static String hint(int errno) {
		return switch (errno) {
			case EPERM -> ": kernel.io_uring_disabled, or the security profile of the container, forbids it";
			case ENOSYS -> ": this kernel, or the security profile of the container, does not have it";
			default -> "";
		};
	}

}
