package io.fusemount.data.jpa.database;

import java.util.function.Supplier;
import java.util.stream.Stream;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslator;
import org.jspecify.annotations.Nullable;

/**
 * Asks the translators of the application before another one, which also answers if one
 * of them fails.
 *
 * @param application the translators of the application, in their order; requested for
 * each failure, because they are created after the directories
 * @param fallback the translator to ask after them
 */
public record ApplicationFirst(Supplier<Stream<ErrnoTranslator>> application,
		ErrnoTranslator fallback) implements ErrnoTranslator {

	@Override
	public @Nullable ErrnoException translate(Throwable failure) {
		if (failure instanceof ErrnoException known) {
			return known;
		}
		ErrnoException translated = null;
		try {
			translated = this.application.get()
				.filter((translator) -> translator != this)
				.flatMap((translator) -> Stream.ofNullable(translator.translate(failure)))
				.findFirst()
				.orElse(null);
		}
		catch (RuntimeException ex) {
			if (ex != failure) {
				failure.addSuppressed(ex);
			}
		}
		return (translated != null) ? translated : this.fallback.translate(failure);
	}

}
