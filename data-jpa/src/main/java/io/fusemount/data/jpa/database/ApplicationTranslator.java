package io.fusemount.data.jpa.database;

import java.io.IOException;

import io.fusemount.core.errno.ApplicationWords;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslator;
import org.jspecify.annotations.Nullable;

/**
 * Translates exceptions of the application itself, with their own message: those of a
 * setter, a callback, a listener, an initializer or a tenant resolver. Spring and
 * Hibernate wrap them.
 */
final class ApplicationTranslator implements ErrnoTranslator {

	@Override
	public @Nullable ErrnoException translate(Throwable failure) {
		Causes causes = new Causes(failure);
		Throwable thrown = causes.application();
		// An unwrapped exception speaks for itself, and file errors are known elsewhere.
		if (thrown == null || thrown == failure || causes.has(IOException.class)) {
			return null;
		}
		String words = ApplicationWords.of(thrown);
		return (words != null) ? new ErrnoException(Errno.EIO, words, failure) : null;
	}

}
