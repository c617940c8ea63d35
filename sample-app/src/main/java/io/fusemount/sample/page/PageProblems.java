package io.fusemount.sample.page;

import java.util.Objects;

import io.fusemount.sample.archive.RefusedException;
import io.fusemount.sample.web.Problems;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.servlet.ModelAndView;

/**
 * A page that is not there, most often because somebody has deleted its directory.
 */
@ControllerAdvice(basePackageClasses = PageProblems.class)
@Order(Ordered.HIGHEST_PRECEDENCE)
class PageProblems {

	@ExceptionHandler
	ModelAndView refused(RefusedException ex) {
		ProblemDetail problem = Objects.requireNonNull(Problems.of(ex));
		ModelAndView answer = new ModelAndView("error");
		answer.addObject("message", problem.getDetail());
		answer.setStatus(HttpStatus.valueOf(problem.getStatus()));
		return answer;
	}

}
