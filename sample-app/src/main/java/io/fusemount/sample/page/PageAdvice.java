package io.fusemount.sample.page;

import java.nio.file.Path;
import java.util.Objects;

import io.fusemount.sample.archive.RefusedException;
import io.fusemount.sample.web.Problems;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.access.WebInvocationPrivilegeEvaluator;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.servlet.ModelAndView;

/**
 * The common parts of all pages: the mount point, the user, whether the user may change
 * anything there, and the response for a missing page, most often because its directory
 * was deleted.
 */
@ControllerAdvice(basePackageClasses = PageAdvice.class)
@Order(Ordered.HIGHEST_PRECEDENCE)
class PageAdvice {

	private final @Nullable String mountPoint;

	private final WebInvocationPrivilegeEvaluator privileges;

	PageAdvice(WebInvocationPrivilegeEvaluator privileges, @Value("${fusemount.mount-point}") Path mountPoint,
			@Value("${fusemount.enabled:true}") boolean isMounted) {
		this.privileges = privileges;
		this.mountPoint = isMounted ? mountPoint.toAbsolutePath().normalize().toString() : null;
	}

	@ModelAttribute("mountPoint")
	@Nullable String mountPoint() {
		return this.mountPoint;
	}

	@ModelAttribute("user")
	String user(Authentication authentication) {
		return authentication.getName();
	}

	/** The forms of a page send what they change to addresses at its own or below. */
	@ModelAttribute("isChangeable")
	boolean isChangeable(HttpServletRequest request, Authentication authentication) {
		return this.privileges.isAllowed(request.getContextPath(), request.getServletPath(), "POST", authentication);
	}

	@ExceptionHandler
	ModelAndView refused(RefusedException ex) {
		ProblemDetail problem = Objects.requireNonNull(Problems.of(ex));
		ModelAndView answer = new ModelAndView("error");
		answer.addObject("message", problem.getDetail());
		answer.setStatus(HttpStatus.valueOf(problem.getStatus()));
		return answer;
	}

}
