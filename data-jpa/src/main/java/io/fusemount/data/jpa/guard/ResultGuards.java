package io.fusemount.data.jpa.guard;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.data.repository.core.RepositoryInformation;

/**
 * The guards of method security that decide about what a method returns.
 *
 * @param information the repository
 * @param repository the repository as the application uses it
 */
record ResultGuards(RepositoryInformation information, Object repository) {

	/** The annotations, by name: Spring Security may be absent. */
	static final List<String> ANNOTATIONS = List.of(SecuredReads.SPRING + "prepost.PostAuthorize",
			SecuredReads.SPRING + "prepost.PostFilter");

	private static final String WHOLE = ANNOTATIONS.get(0);

	private static final String EACH = ANNOTATIONS.get(1);

	/** Whether an advisor asks such an annotation. */
	static boolean isAsking(Advisor advisor) {
		return ANNOTATIONS.stream().anyMatch((annotation) -> isAsking(advisor, annotation));
	}

	private static boolean isAsking(Advisor advisor, String annotation) {
		return advisor instanceof PointcutAdvisor guarding
				&& advisor.getAdvice().getClass().getName().startsWith("org.springframework.security.")
				&& guarding.getPointcut().toString().contains(annotation);
	}

	/**
	 * Whether the rows that a method returns to a user are those that guards let pass.
	 */
	boolean areAround(Method method) {
		// A single result cannot be filtered: each call would fail.
		boolean several = Iterable.class.isAssignableFrom(method.getReturnType());
		return decideOnWhole(method) || several && isAsked(method, EACH);
	}

	/** Whether a guard decides about all that a method returns, with one decision. */
	boolean decideOnWhole(Method method) {
		return isAsked(method, WHOLE);
	}

	/** Whether something asks an annotation around a call. */
	boolean isAsked(Method method, String annotation) {
		Object proxy = this.repository;
		while (proxy instanceof Advised advised) {
			Object target = AopProxyUtils.getSingletonTarget(proxy);
			List<Advisor> asking = new ArrayList<>(List.of(advised.getAdvisors()));
			asking.removeIf(
					(advisor) -> !isAsking(advisor, annotation) || !ReadMethods.isAdvised(method, advisor, target));
			if (!asking.isEmpty()) {
				return true;
			}
			proxy = target;
		}
		return false;
	}

}
