package io.fusemount.core.operation;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Who asked for the operation that the current thread works on.
 *
 * @param uid the user id
 * @param gid the group id
 * @param pid the process id, 0 where the kernel asks on its own account
 */
public record Caller(int uid, int gid, int pid) {

	static final int ROOT = 0;

	private static final ThreadLocal<@Nullable Caller> CURRENT = new ThreadLocal<>();

	/**
	 * Returns the caller of the operation on this thread, or {@code null} outside of one.
	 */
	public static @Nullable Caller current() {
		return CURRENT.get();
	}

	/**
	 * Returns the user for whom this thread works: root where no program, or none that is
	 * known, has asked for it.
	 */
	public static int currentUser() {
		Caller caller = CURRENT.get();
		return (caller != null && !caller.isKernel()) ? caller.uid() : ROOT;
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
	 * Does something for whom asked for it, on a thread where nobody does now: there is
	 * no operation on it, or one that the kernel has come up with, such as the release of
	 * a file.
	 * @param asked who asked for it, {@code null} if that is not known
	 */
	public static <T extends @Nullable Object> T orElse(@Nullable Caller asked, Supplier<T> work) {
		Caller now = CURRENT.get();
		return (asked != null && (now == null || now.isKernel())) ? as(asked, now, work) : work.get();
	}

	/**
	 * Does something for whom asked for it, whoever asks now.
	 * @param asked who asked for it, {@code null} if that is not known
	 */
	public static <T extends @Nullable Object> T as(@Nullable Caller asked, Supplier<T> work) {
		return (asked != null) ? as(asked, CURRENT.get(), work) : work.get();
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
	 * Returns the program, or {@code null} if it is not known.
	 */
	public @Nullable Program program() {
		return (this.pid != 0) ? new Program(this.uid, this.pid) : null;
	}

	/**
	 * Whether both are one program, as far as that is known.
	 */
	public boolean isSameProgram(Caller other) {
		Program own = program();
		return own != null && own.equals(other.program());
	}

	/** Processes that the service cannot see, in another container, have no id either. */
	private boolean isKernel() {
		return this.pid == 0 && (this.uid == 0 || this.uid == -1);
	}

	/**
	 * Ends the binding.
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
