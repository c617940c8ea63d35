package io.fusemount.core.errno;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.sql.SQLException;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * An ordered list of {@link ErrnoTranslator}s that ends with the translations of the
 * core: a full spool disk is {@code ENOSPC}, a process without file descriptors is
 * {@code ENFILE}, and anything unknown is {@code EIO}, with the words of the application
 * if it has any.
 */
public final class ErrnoTranslators {

	private static final String DATABASE = "The database refused it; the application's log says more";

	private static final String SERVER_FILE = "The server could not read or write a file of its own; the "
			+ "application's log says more";

	private static final String UNFORESEEN = "An unexpected failure; the application's log says more";

	/** Made while there is memory for it. */
	private static final ErrnoException NO_MEMORY = exhausted(new OutOfMemoryError("No room for a failure"));

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
		try {
			return find(failure);
		}
		catch (OutOfMemoryError ex) {
			return NO_MEMORY;
		}
	}

	private ErrnoException find(Throwable failure) {
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

	private static ErrnoException exhausted(OutOfMemoryError error) {
		return new ErrnoException(Errno.EIO, "The application ran out of memory",
				"Restart the application with a larger heap (-Xmx)", error);
	}

	private static @Nullable ErrnoException known(Throwable cause) {
		if (cause instanceof ErrnoException wrapped) {
			return wrapped;
		}
		if (cause instanceof OutOfMemoryError error) {
			return exhausted(error);
		}
		if (cause instanceof ClosedByInterruptException) {
			return new ErrnoException(Errno.EIO, "The operation was interrupted by the shutdown", cause);
		}
		if (LibcText.NO_SPACE.isIn(cause)) {
			return new ErrnoException(Errno.ENOSPC, "The spool's disk is full",
					"Free space below fusemount.spool.directory or move it to a larger disk", cause);
		}
		if (LibcText.NO_DESCRIPTOR.isIn(cause)) {
			return new ErrnoException(Errno.ENFILE, "The application has no file descriptor left",
					"Raise the limit of the process (LimitNOFILE of systemd, ulimit -n), or find out what it keeps open",
					cause);
		}
		return null;
	}

	/** The application's words, or ours for a failure of this kind. */
	private static String describe(Throwable failure) {
		String kind = UNFORESEEN;
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			String words = ApplicationWords.of(cause);
			if (words != null) {
				return words;
			}
			kind = (cause instanceof SQLException) ? DATABASE : (cause instanceof IOException) ? SERVER_FILE : kind;
		}
		return kind;
	}

}
