package io.fusemount.data.jpa.database;

import java.util.stream.Collectors;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslator;
import jakarta.validation.ConstraintViolationException;
import org.jspecify.annotations.Nullable;

/**
 * Translates refusals of Bean Validation, with the property and message of each
 * violation. Loaded only if Bean Validation is present.
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
