package io.fusemount.core.operation;

import org.jspecify.annotations.Nullable;

/**
 * The attempt of the current thread to serve a request of a program.
 *
 * @param request the number that the kernel has given to the request
 * @param repeated whether a process that has crashed has begun to serve it, and perhaps
 * has done what it asks for
 */
public record Attempt(long request, boolean repeated) {

	private static final ThreadLocal<@Nullable Attempt> CURRENT = new ThreadLocal<>();

	/**
	 * Returns the attempt of this thread, {@code null} if it is not known.
	 */
	public static @Nullable Attempt current() {
		return CURRENT.get();
	}

	/**
	 * Whether the request of this thread may have been served already.
	 */
	public static boolean isRepeated() {
		Attempt current = CURRENT.get();
		return current != null && current.repeated;
	}

	/**
	 * Binds an attempt to this thread.
	 */
	public static void bind(long request, boolean repeated) {
		CURRENT.set(new Attempt(request, repeated));
	}

	/**
	 * Unbinds the attempt from this thread.
	 */
	public static void unbind() {
		CURRENT.remove();
	}

}
