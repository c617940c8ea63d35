package io.fusemount.data.jpa.database;

import java.util.stream.Collectors;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslator;
import jakarta.validation.ConstraintViolationException;
import org.jspecify.annotations.Nullable;

/**
 * Bean Validation's refusals, with property and message each. Loaded only where Bean
 * Validation is there.
 */
final class ValidationTranslator implements ErrnoTranslator {

	@Override
	public @Nullable ErrnoException translate(Throwable failure) {
		ConstraintViolationException refusal = new Causes(failure).find(ConstraintViolationException.class);
		if (refusal == null) {
			return null;
		}
		String violations = refusal.getConstraintViolations()
			.stream()
			.map((violation) -> violation.getPropertyPath() + " " + violation.getMessage())
			.sorted()
			.collect(Collectors.joining(", "));
		return new ErrnoException(Errno.EINVAL, "Refused by validation: " + violations, refusal);
	}

}
