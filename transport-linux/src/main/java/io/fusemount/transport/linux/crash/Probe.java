package io.fusemount.transport.linux.crash;

import io.fusemount.core.errno.Errno;
import io.fusemount.transport.device.libc.Native;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;

/**
 * Asks the kernel whether it still waits for the answer to a request. An answer to the
 * interrupt of a request, which has its number with the lowest bit set, is refused if the
 * request is not there, and else does nothing (Linux 4.21).
 */
final class Probe {

	private static final int HEADER = 16;

	/** The bit of a number that is that of an interrupt. */
	private static final long INTERRUPT = 1;

	private Probe() {
	}

	/**
	 * Whether a number is that of a request, and not that of an interrupt or of nothing.
	 */
	static boolean isRequest(long number) {
		return number != 0 && (number & INTERRUPT) == 0;
	}

	static boolean isUnanswered(int device, long number) {
		Pointer answer = Memory.allocateDirect(Native.RUNTIME, HEADER, true);
		answer.putInt(0, HEADER);
		answer.putInt(Integer.BYTES, -Errno.EINTR.code());
		answer.putLong(Long.BYTES, number | INTERRUPT);
		return Native.libc().write(device, answer.address(), HEADER) == HEADER;
	}

}
