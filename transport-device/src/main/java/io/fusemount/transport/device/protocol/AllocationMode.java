package io.fusemount.transport.device.protocol;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Allocation;

/**
 * The modes of {@code fallocate(2)} on Linux.
 */
public final class AllocationMode {

	private static final int KEEP_SIZE = 1;

	private static final int PUNCH_HOLE = 2;

	private static final int ZERO_RANGE = 16;

	private AllocationMode() {
	}

	/**
	 * Returns the allocation for a mode.
	 * @throws ErrnoException {@code EOPNOTSUPP} if the mode is not supported
	 */
	public static Allocation of(int mode) {
		return switch (mode) {
			case 0 -> Allocation.EXTEND;
			case KEEP_SIZE -> Allocation.RESERVE;
			case ZERO_RANGE -> Allocation.ZERO;
			case PUNCH_HOLE | KEEP_SIZE, ZERO_RANGE | KEEP_SIZE -> Allocation.PUNCH;
			default -> throw new ErrnoException(Errno.EOPNOTSUPP, "Unsupported mode of allocation: " + mode);
		};
	}

}
