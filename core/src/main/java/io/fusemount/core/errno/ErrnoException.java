package io.fusemount.core.errno;

import org.jspecify.annotations.Nullable;

/**
 * The one exception that a filesystem operation fails with: an errno, a message and,
 * where there is one, a hint for the administrator. Users of the mount read the message,
 * which never repeats what a foreign exception says. The hint and the cause are for the
 * log. The exception has no stack trace of its own; its cause, if any, keeps the original
 * one.
 */
public final class ErrnoException extends RuntimeException {

	private final transient Errno errno;

	private final @Nullable String hint;

	public ErrnoException(Errno errno, String message) {
		this(errno, message, null, null);
	}

	public ErrnoException(Errno errno, String message, @Nullable Throwable cause) {
		this(errno, message, null, cause);
	}

	public ErrnoException(Errno errno, String message, @Nullable String hint, @Nullable Throwable cause) {
		super(message, cause, true, false);
		this.errno = errno;
		this.hint = hint;
	}

	/**
	 * Returns the error number that the calling program receives.
	 */
	public Errno errno() {
		return this.errno;
	}

	/**
	 * Whether programs meet this answer in ordinary use, so that it is not worth a line
	 * in the log. A refusal by the application or the database is always logged, and so
	 * is a failure with a {@linkplain #hint() hint}.
	 */
	public boolean isExpected() {
		return this.errno.isExpected() && getCause() == null && this.hint == null;
	}

	/**
	 * Returns the hint for the administrator, or {@code null} if there is none.
	 */
	public @Nullable String hint() {
		return this.hint;
	}

}
