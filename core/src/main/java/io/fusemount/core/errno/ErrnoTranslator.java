package io.fusemount.core.errno;

import org.jspecify.annotations.Nullable;

/**
 * Extension point: turns a foreign exception into an {@link ErrnoException}. Translators
 * are called in order; the first answer counts.
 */
@FunctionalInterface
public interface ErrnoTranslator {

	/**
	 * Returns the translation, or {@code null} if this translator does not know the
	 * failure. The translator walks the causes itself where it needs them.
	 */
	@Nullable ErrnoException translate(Throwable failure);

}
