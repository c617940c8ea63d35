package io.fusemount.core.operation;

import org.jspecify.annotations.Nullable;

/**
 * Who asked for the operation that the current thread works on.
 *
 * @param uid the user id
 * @param gid the group id
 * @param pid the process id, 0 where the kernel asks on its own account
 */
public record Caller(int uid, int gid, int pid) {

	private static final ThreadLocal<@Nullable Caller> CURRENT = new ThreadLocal<>();

	/**
	 * Returns the caller of the operation on this thread, or {@code null} outside of one.
	 */
	public static @Nullable Caller current() {
		return CURRENT.get();
	}

	/**
	 * Binds the caller to this thread; the transport does so before each operation.
	 */
	public static void bind(Caller caller) {
		// Requests come in runs from one process: keep the object rather than the write.
		if (!caller.equals(CURRENT.get())) {
			CURRENT.set(caller);
		}
	}

	/**
	 * Ends the binding.
	 */
	public static void unbind() {
		CURRENT.remove();
	}

}
