package io.fusemount.transport.device.account;

import java.util.function.Function;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.libc.NativeText;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * A question to the name service for a user or a group.
 */
@FunctionalInterface
interface NssQuery {

	/**
	 * Asks it.
	 * @param struct gets the answer
	 * @param text gets the texts of the answer
	 * @param result gets the address of the answer, or null if there is none
	 * @return the error number
	 */
	int run(Pointer struct, Pointer text, Pointer result);

	/** Returns the name of the user or the group, or {@code null} if there is none. */
	static @Nullable String name(NssQuery query) {
		// The first member of either struct.
		return Answer.of(query, (struct) -> NativeText.describe(NativeText.bytes(struct.getLong(0))));
	}

	/** Returns the id of the user or the group, or {@code null} if there is none. */
	static @Nullable Integer id(NssQuery query) {
		// It follows the name and the password in either struct.
		return Answer.of(query, (struct) -> struct.getInt(2 * Long.BYTES));
	}

	/**
	 * The memory for an answer, which grows until the answer fits.
	 */
	final class Answer {

		/** "No such process", which some name services answer. */
		private static final int ESRCH = 3;

		private static final int SIZE = 1024;

		private static final int MAX_SIZE = 1 << 20;

		/** More than {@code struct passwd} and {@code struct group} need. */
		private static final int STRUCT = 128;

		private Answer() {
		}

		private static <T> @Nullable T of(NssQuery query, Function<Pointer, T> part) {
			int error = Errno.ERANGE.code();
			for (int size = SIZE; error == Errno.ERANGE.code() && size <= MAX_SIZE; size *= 4) {
				Pointer memory = Memory.allocateDirect(Native.RUNTIME, STRUCT + Long.BYTES + size, true);
				Pointer result = memory.slice(STRUCT, Long.BYTES);
				error = query.run(memory, memory.slice(STRUCT + Long.BYTES, size), result);
				if (error == 0) {
					return (result.getLong(0) != 0) ? part.apply(memory) : null;
				}
			}
			if (isUnknown(error)) {
				return null;
			}
			throw new ErrnoException(Errno.EIO,
					"The name service of the machine has no answer now: " + Native.describe(error));
		}

		/** Name services differ in what they answer for what does not exist. */
		private static boolean isUnknown(int error) {
			return error == Errno.ENOENT.code() || error == ESRCH || error == Errno.EBADF.code()
					|| error == Errno.EPERM.code();
		}

	}

}
