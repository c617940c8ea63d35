package io.fusemount.data.jpa.database;

import java.io.IOException;

import io.fusemount.core.errno.ApplicationWords;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslator;
import org.jspecify.annotations.Nullable;

/**
 * What the application itself has thrown, in its own words: a setter, a callback, a
 * listener, an initializer, a tenant resolver. Spring and Hibernate put theirs around it.
 */
final class ApplicationTranslator implements ErrnoTranslator {

	@Override
	public @Nullable ErrnoException translate(Throwable failure) {
		Causes causes = new Causes(failure);
		Throwable thrown = causes.application();
		// What nobody has wrapped speaks for itself, and of files others know more.
		if (thrown == null || thrown == failure || causes.has(IOException.class)) {
			return null;
		}
		String words = ApplicationWords.of(thrown);
		return (words != null) ? new ErrnoException(Errno.EIO, words, failure) : null;
	}

}
