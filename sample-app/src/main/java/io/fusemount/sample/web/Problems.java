package io.fusemount.sample.web;

import java.util.stream.Collectors;

import jakarta.validation.ConstraintViolationException;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * What goes wrong, as RFC 9457 problem details.
 */
@RestControllerAdvice
class Problems {

	static ErrorResponseException notFound(String kind, Long id) {
		return problem(HttpStatus.NOT_FOUND, "There is no %s %d".formatted(kind, id));
	}

	static ErrorResponseException nameTaken(String name) {
		return problem(HttpStatus.CONFLICT, "There is a file '%s' already".formatted(name));
	}

	static ErrorResponseException badRequest(String detail) {
		return problem(HttpStatus.BAD_REQUEST, detail);
	}

	private static ErrorResponseException problem(HttpStatus status, String detail) {
		return new ErrorResponseException(status, ProblemDetail.forStatusAndDetail(status, detail), null);
	}

	@ExceptionHandler
	ProblemDetail invalid(ConstraintViolationException ex) {
		String detail = ex.getConstraintViolations()
			.stream()
			.map((violation) -> violation.getPropertyPath() + " " + violation.getMessage())
			.sorted()
			.collect(Collectors.joining("; "));
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, detail);
	}

	/** Two uploads of the same name at the same time: one of them comes here. */
	@ExceptionHandler
	ProblemDetail taken(DataIntegrityViolationException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, "The name is taken or the file is in use");
	}

	@ExceptionHandler
	ProblemDetail changed(OptimisticLockingFailureException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, "Somebody else has changed the file meanwhile");
	}

}
