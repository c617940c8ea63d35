package io.fusemount.data.jpa.guard;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.aspectj.AbstractAspectJAdvice;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.data.repository.core.RepositoryInformation;

/**
 * Advice of unknown purpose around the reading methods of a repository: it may refuse,
 * leave rows out, or enable a filter of Hibernate. Spring's own advice for transactions,
 * caches, metrics and the like does none of these.
 *
 * @param information the repository
 */
record AdvisedReads(RepositoryInformation information) {

	private static final List<String> HARMLESS = List.of("org.springframework.aop.interceptor.",
			"org.springframework.boot.", "org.springframework.cache.", "org.springframework.dao.",
			"org.springframework.data.", "org.springframework.resilience.", "org.springframework.retry.",
			"org.springframework.scheduling.", "org.springframework.transaction.", "org.springframework.validation.",
			"io.micrometer.");

	/**
	 * Searches all proxies around the repository.
	 * @param permission the guards that are asked
	 * @param rows the rows that the repository is asked about
	 */
	Optional<String> find(Object repository, ReadPermission permission, AskedRows rows) {
		List<Method> reads = ReadMethods.of(this.information.getRepositoryInterface()).toList();
		List<Method> queries = (permission.isWhole() || !rows.areNone()) ? List.of()
				: reads.stream().filter((method) -> !ReadMethods.isOfSpringData(method, this.information)).toList();
		return find(repository, (advisor) -> GuardedCall.isAsked(advisor) ? queries : reads);
	}

	/** Searches for advice around methods that change rows. */
	Optional<String> find(Object repository, List<Method> methods) {
		return find(repository, (advisor) -> methods);
	}

	private Optional<String> find(Object repository, Function<Advisor, List<Method>> methods) {
		Object proxy = repository;
		while (proxy instanceof Advised advised) {
			Object target = AopProxyUtils.getSingletonTarget(proxy);
			for (Advisor advisor : advised.getAdvisors()) {
				String author = author(advisor.getAdvice());
				Method read = (HARMLESS.stream().noneMatch(author::startsWith) && !ResultGuards.isAsking(advisor))
						? firstAdvised(methods.apply(advisor), advisor, target) : null;
				if (read != null) {
					return Optional.of("is guarded by advice of " + author + " around " + ReadMethods.describe(read)
							+ ", which a mount does not apply when it reads rows");
				}
			}
			proxy = target;
		}
		return Optional.empty();
	}

	/**
	 * Returns the class that declares the advice: for aspects, the class of the advice
	 * itself is always Spring's.
	 */
	private static String author(Advice advice) {
		Class<?> type = (advice instanceof AbstractAspectJAdvice aspect)
				? aspect.getAspectJAdviceMethod().getDeclaringClass() : advice.getClass();
		return type.getName();
	}

	private static @Nullable Method firstAdvised(List<Method> methods, Advisor advisor, @Nullable Object target) {
		return methods.stream()
			.filter((method) -> ReadMethods.isAdvised(method, advisor, target))
			.findFirst()
			.orElse(null);
	}

}
