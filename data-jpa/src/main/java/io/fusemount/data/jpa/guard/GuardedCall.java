package io.fusemount.data.jpa.guard;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;

/**
 * A call of a method of a repository that does nothing, with what decides before whether
 * it may be made.
 *
 * @param method the method
 * @param target the object behind the guards
 * @param guards what decides whether the call may be made
 */
record GuardedCall(Method method, @Nullable Object target, List<Guard> guards) {

	private static final String SECURITY = "org.springframework.security.";

	/**
	 * What decides before a call and then makes it, by name: Spring Security may be
	 * absent. The second stands for any interceptor of Spring Security, but those that do
	 * not decide before a call are {@linkplain ResultGuards told apart}.
	 */
	private static final Set<String> ASKED = Set.of(
			SECURITY + "authorization.method.AuthorizationManagerBeforeMethodInterceptor",
			SECURITY + "config.annotation.method.configuration.DeferringMethodInterceptor");

	private static final Set<String> DENIALS = Set.of(SECURITY + "access.AccessDeniedException",
			SECURITY + "core.AuthenticationException");

	/**
	 * Finds the guarded ones among the methods of a repository, at each of its proxies.
	 * @param repository the repository as the application uses it
	 */
	static List<GuardedCall> of(Object repository, List<Method> methods) {
		List<GuardedCall> calls = new ArrayList<>();
		Object proxy = repository;
		while (proxy instanceof Advised advised) {
			Object target = AopProxyUtils.getSingletonTarget(proxy);
			for (Method method : methods) {
				List<Guard> guards = Stream.of(advised.getAdvisors())
					.filter(GuardedCall::isAsked)
					.filter((advisor) -> ReadMethods.isAdvised(method, advisor, target))
					.map(Guard::of)
					.toList();
				if (!guards.isEmpty()) {
					calls.add(new GuardedCall(method, target, guards));
				}
			}
			proxy = target;
		}
		return calls;
	}

	/** Whether an advisor decides before a call whether it may be made. */
	static boolean isAsked(Advisor advisor) {
		return advisor.getAdvice() instanceof MethodInterceptor && !ResultGuards.isAsking(advisor)
				&& ASKED.contains(advisor.getAdvice().getClass().getName());
	}

	/** Whether a failure is a refusal of Spring Security. */
	static boolean isDenial(RuntimeException failure) {
		return Stream.<Class<?>>iterate(failure.getClass(), Objects::nonNull, Class::getSuperclass)
			.map(Class::getName)
			.anyMatch(DENIALS::contains);
	}

	/** Returns the same call with those guards only that one of the annotations asks. */
	GuardedCall because(List<String> annotations) {
		return new GuardedCall(this.method, this.target,
				this.guards.stream().filter((guard) -> guard.isBecause(annotations)).toList());
	}

	/**
	 * Whether the call passes all guards: some of them refuse by a result.
	 * @throws RuntimeException whatever a guard throws that cannot decide
	 */
	boolean isLet() {
		Invocation invocation = new Invocation(this);
		try {
			invocation.proceed();
		}
		catch (RuntimeException ex) {
			if (isDenial(ex)) {
				return false;
			}
			throw ex;
		}
		return invocation.arrived;
	}

	/**
	 * What decides whether a call may be made.
	 *
	 * @param interceptor the interceptor
	 * @param pointcut the description of the calls that it guards: nothing else tells for
	 * which annotations it does
	 */
	record Guard(MethodInterceptor interceptor, String pointcut) {

		private static Guard of(Advisor advisor) {
			return new Guard((MethodInterceptor) advisor.getAdvice(),
					(advisor instanceof PointcutAdvisor guarding) ? guarding.getPointcut().toString() : "");
		}

		private boolean isBecause(List<String> annotations) {
			return annotations.stream().anyMatch(this.pointcut::contains);
		}

	}

	/**
	 * A call on its way through the guards.
	 */
	private static final class Invocation implements MethodInvocation {

		private final GuardedCall call;

		private final Iterator<Guard> guards;

		private boolean arrived;

		Invocation(GuardedCall call) {
			this.call = call;
			this.guards = call.guards().iterator();
		}

		@Override
		public @Nullable Object proceed() {
			if (!this.guards.hasNext()) {
				this.arrived = true;
				return null;
			}
			try {
				return this.guards.next().interceptor().invoke(this);
			}
			catch (RuntimeException | Error ex) {
				throw ex;
			}
			catch (Throwable ex) {
				throw new IllegalStateException(ex);
			}
		}

		@Override
		public Method getMethod() {
			return this.call.method();
		}

		@Override
		public @Nullable Object[] getArguments() {
			return new @Nullable Object[this.call.method().getParameterCount()];
		}

		@Override
		public @Nullable Object getThis() {
			return this.call.target();
		}

		@Override
		public AccessibleObject getStaticPart() {
			return this.call.method();
		}

	}

}
