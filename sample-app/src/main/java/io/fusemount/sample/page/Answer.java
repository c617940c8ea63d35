package io.fusemount.sample.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import io.fusemount.sample.web.Problems;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.servlet.ModelAndView;

/**
 * The response to a form: its page, redirected to on success, otherwise with the reasons
 * for the failure.
 */
final class Answer {

	private final String href;

	private final Supplier<Page> page;

	private final List<String> refusals = new ArrayList<>();

	private @Nullable HttpStatusCode status;

	Answer(String href, Supplier<Page> page) {
		this.href = href;
		this.page = page;
	}

	static ModelAndView page(Page page) {
		return new ModelAndView("directory", "page", page);
	}

	/** Runs a change that the archive may refuse. */
	Answer attempt(Runnable change) {
		try {
			change.run();
		}
		catch (RuntimeException ex) {
			ProblemDetail problem = Problems.of(ex);
			if (problem == null) {
				throw ex;
			}
			this.status = HttpStatusCode.valueOf(problem.getStatus());
			this.refusals.add(Objects.requireNonNullElse(problem.getDetail(), "Refused"));
		}
		return this;
	}

	ModelAndView get() {
		if (this.status == null) {
			return new ModelAndView("redirect:" + this.href);
		}
		ModelAndView answer = page(this.page.get()).addObject("refusals", this.refusals);
		answer.setStatus(this.status);
		return answer;
	}

}
