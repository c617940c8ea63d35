package io.fusemount.core.operation;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The process that requested the operation of the current thread.
 *
 * @param uid the user id
 * @param gid the group id
 * @param pid the process id, 0 if the kernel acts on its own account
 */
public record Caller(int uid, int gid, int pid) {

	/** The user who may do everything. */
	public static final int ROOT = 0;

	private static final ThreadLocal<@Nullable Caller> CURRENT = new ThreadLocal<>();

	/**
	 * Returns the caller of the operation on this thread, or {@code null} outside of an
	 * operation.
	 */
	public static @Nullable Caller current() {
		return CURRENT.get();
	}

	/**
	 * Returns the user that this thread works for: root if no program, or no known
	 * program, has requested the work.
	 */
	public static int currentUser() {
		Caller caller = CURRENT.get();
		return (caller != null && !caller.isKernel()) ? caller.uid() : ROOT;
	}

	/**
	 * Binds the caller to this thread. The transport does so before each operation.
	 */
	public static void bind(Caller caller) {
		// Requests come in runs from one process, and comparing is cheaper than writing.
		if (!caller.equals(CURRENT.get())) {
			CURRENT.set(caller);
		}
	}

	/**
	 * Runs the work as the given caller if the current thread has none: outside of an
	 * operation, or in one that the kernel started itself, such as the release of a file.
	 * @param asked the caller to run as, {@code null} if unknown
	 */
	public static <T extends @Nullable Object> T orElse(@Nullable Caller asked, Supplier<T> work) {
		Caller now = CURRENT.get();
		return (asked != null && (now == null || now.isKernel())) ? as(asked, now, work) : work.get();
	}

	/**
	 * Runs the work as the given caller, whatever the caller of the current thread.
	 * @param asked the caller to run as, {@code null} if unknown
	 */
	public static <T extends @Nullable Object> T as(@Nullable Caller asked, Supplier<T> work) {
		Caller now = CURRENT.get();
		return (asked != null && !asked.equals(now)) ? as(asked, now, work) : work.get();
	}

	private static <T extends @Nullable Object> T as(Caller asked, @Nullable Caller now, Supplier<T> work) {
		CURRENT.set(asked);
		try {
			return work.get();
		}
		finally {
			if (now != null) {
				CURRENT.set(now);
			}
			else {
				CURRENT.remove();
			}
		}
	}

	/**
	 * Returns the program, or {@code null} if it is unknown.
	 */
	public @Nullable Program program() {
		return (this.pid != 0) ? new Program(this.uid, this.pid) : null;
	}

	/**
	 * Whether both callers are the same program, as far as that is known.
	 */
	public boolean isSameProgram(Caller other) {
		Program own = program();
		return own != null && own.equals(other.program());
	}

	/**
	 * Whether the kernel seems to act on its own account. Processes that the service
	 * cannot see, such as those in another container, have no id either, but the id of a
	 * user.
	 */
	public boolean isKernel() {
		return this.pid == 0 && (this.uid == ROOT || this.uid == -1);
	}

	/**
	 * Unbinds the caller from this thread.
	 */
	public static void unbind() {
		CURRENT.remove();
	}

	/**
	 * A process of a user.
	 *
	 * @param uid the user id
	 * @param pid the process id
	 */
	public record Program(int uid, int pid) {

	}

}
