package io.fusemount.core.failure;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;

/**
 * The causes of a failure as one line for the log, with the classes, statements and
 * constraints that the reason for people leaves out.
 */
public final class CauseText {

	/** A statement with its refusal fits. */
	private static final int MAX_LENGTH = 4000;

	private CauseText() {
	}

	/**
	 * Returns what the causes say, the outermost first, each thing once.
	 * @param failure the failure, which speaks for itself if it is one of the core's
	 * @return the text, empty if there is nothing to say
	 */
	public static String of(@Nullable Throwable failure) {
		StringBuilder text = new StringBuilder();
		Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
		for (Throwable cause = failure; cause != null && seen.add(cause); cause = cause.getCause()) {
			String message = String.valueOf(cause.getMessage()).replaceAll("\\s+", " ").strip();
			if (!(cause instanceof ErrnoException) && text.indexOf(message) < 0) {
				text.append(text.isEmpty() ? "" : "; caused by ")
					.append(cause.getClass().getSimpleName())
					.append(": ")
					.append(message);
			}
		}
		return PlainText.of(text.codePoints().limit(MAX_LENGTH));
	}

}
