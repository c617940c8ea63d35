package io.fusemount.sample.web;

import java.util.stream.Collectors;

import io.fusemount.sample.archive.RefusedException;
import jakarta.validation.ConstraintViolationException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Failures as RFC 9457 problem details.
 */
@RestControllerAdvice
public class Problems {

	/**
	 * Returns the details of a failure, or {@code null} if they belong only into the log.
	 */
	public static @Nullable ProblemDetail of(Exception ex) {
		if (ex instanceof RefusedException refused) {
			return ProblemDetail.forStatusAndDetail(status(refused.reason()), String.valueOf(refused.getMessage()));
		}
		if (ex instanceof ConstraintViolationException invalid) {
			return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, violations(invalid));
		}
		// Of two simultaneous uploads of the same name, one fails here.
		if (ex instanceof DataIntegrityViolationException) {
			return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, "The name is taken or the file is in use");
		}
		if (ex instanceof OptimisticLockingFailureException) {
			return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT,
					"Somebody else has changed the file in the meantime");
		}
		return null;
	}

	private static HttpStatus status(RefusedException.Reason reason) {
		return switch (reason) {
			case MISSING -> HttpStatus.NOT_FOUND;
			case CONFLICT -> HttpStatus.CONFLICT;
			case INVALID -> HttpStatus.BAD_REQUEST;
		};
	}

	private static String violations(ConstraintViolationException ex) {
		return ex.getConstraintViolations()
			.stream()
			.map((violation) -> violation.getPropertyPath() + " " + violation.getMessage())
			.sorted()
			.collect(Collectors.joining("; "));
	}

	@ExceptionHandler({ RefusedException.class, ConstraintViolationException.class,
			DataIntegrityViolationException.class, OptimisticLockingFailureException.class })
	@Nullable ProblemDetail problem(RuntimeException ex) {
		return of(ex);
	}

}
