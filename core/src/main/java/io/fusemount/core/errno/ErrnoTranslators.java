package io.fusemount.core.errno;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * An ordered list of {@link ErrnoTranslator}s that ends with the translations of the
 * core: a full spool disk is {@code ENOSPC}, a process without file descriptors is
 * {@code ENFILE}, and anything unknown is {@code EIO}.
 */
public final class ErrnoTranslators {

	private final List<ErrnoTranslator> translators;

	public ErrnoTranslators(List<ErrnoTranslator> translators) {
		this.translators = List.copyOf(translators);
	}

	/**
	 * Returns the failure as an errno. Never throws.
	 */
	public ErrnoException translate(Throwable failure) {
		if (failure instanceof ErrnoException known) {
			return known;
		}
		for (ErrnoTranslator translator : this.translators) {
			ErrnoException translated = ask(translator, failure);
			if (translated != null) {
				return translated;
			}
		}
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			ErrnoException known = known(cause);
			if (known != null) {
				return known;
			}
		}
		return new ErrnoException(Errno.EIO, describe(failure), failure);
	}

	/** Treats a translator that fails as one that does not know the failure. */
	private static @Nullable ErrnoException ask(ErrnoTranslator translator, Throwable failure) {
		try {
			return translator.translate(failure);
		}
		catch (RuntimeException ex) {
			if (ex != failure) {
				failure.addSuppressed(ex);
			}
			return null;
		}
	}

	private static @Nullable ErrnoException known(Throwable cause) {
		if (cause instanceof ErrnoException wrapped) {
			return wrapped;
		}
		if (cause instanceof ClosedByInterruptException) {
			return new ErrnoException(Errno.EIO, "The operation was interrupted by the shutdown", cause);
		}
		return (cause instanceof IOException && cause.getMessage() != null) ? known(cause, cause.getMessage()) : null;
	}

	/** The JDK has no exceptions for these failures, only the text of libc. */
	private static @Nullable ErrnoException known(Throwable cause, String message) {
		if (message.contains("No space left on device")) {
			String where = (cause instanceof FileSystemException file) ? " (" + file.getFile() + ")" : "";
			return new ErrnoException(Errno.ENOSPC, "The spool's disk is full" + where,
					"Free space below fusemount.spool.directory or move it to a larger disk", cause);
		}
		if (message.contains("Too many open files")) {
			return new ErrnoException(Errno.ENFILE, "The application has no file descriptor left",
					"Raise the limit of the process (LimitNOFILE of systemd, ulimit -n), or find out what it keeps open",
					cause);
		}
		return null;
	}

	private static String describe(Throwable failure) {
		String message = failure.getMessage();
		String type = failure.getClass().getSimpleName();
		return (message != null) ? type + ": " + message : type;
	}

}
