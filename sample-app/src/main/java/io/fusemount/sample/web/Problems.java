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
 * What goes wrong, as RFC 9457 problem details.
 */
@RestControllerAdvice
public class Problems {

	/**
	 * Returns what went wrong in words, or {@code null} if it is nobody's business but
	 * the log's.
	 */
	public static @Nullable ProblemDetail of(Exception ex) {
		if (ex instanceof RefusedException refused) {
			return ProblemDetail.forStatusAndDetail(status(refused.reason()), String.valueOf(refused.getMessage()));
		}
		if (ex instanceof ConstraintViolationException invalid) {
			return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, violations(invalid));
		}
		// Two uploads of the same name at the same time: one of them comes here.
		if (ex instanceof DataIntegrityViolationException) {
			return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, "The name is taken or the file is in use");
		}
		if (ex instanceof OptimisticLockingFailureException) {
			return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT,
					"Somebody else has changed the file meanwhile");
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
