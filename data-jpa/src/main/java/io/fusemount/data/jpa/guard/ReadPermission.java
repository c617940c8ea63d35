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
import org.springframework.data.repository.core.RepositoryInformation;

/**
 * The permission to read a repository: the application's own method security, asked
 * around calls of the methods by which Spring Data reads rows. The calls themselves do
 * nothing.
 */
public final class ReadPermission {

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
	 * The permission of everybody.
	 */
	public static final ReadPermission ALL = new ReadPermission(List.of());

	private final List<Call> calls;

	private ReadPermission(List<Call> calls) {
		this.calls = List.copyOf(calls);
	}

	/**
	 * Finds what guards the reading methods of a repository.
	 * @param repository the repository as the application uses it
	 */
	public static ReadPermission of(RepositoryInformation information, Object repository) {
		List<Call> calls = new ArrayList<>();
		Object proxy = repository;
		while (proxy instanceof Advised advised) {
			Object target = AopProxyUtils.getSingletonTarget(proxy);
			for (Method method : ReadMethods.ofSpringData(information).toList()) {
				List<Guard> guards = Stream.of(advised.getAdvisors())
					.filter(ReadPermission::isAsked)
					.filter((advisor) -> ReadMethods.isAdvised(method, advisor, target))
					.map(Guard::of)
					.toList();
				if (!guards.isEmpty()) {
					calls.add(new Call(method, target, guards));
				}
			}
			proxy = target;
		}
		return new ReadPermission(calls);
	}

	/** Whether an advisor decides before a call whether it may be made. */
	static boolean isAsked(Advisor advisor) {
		return advisor.getAdvice() instanceof MethodInterceptor && !ResultGuards.isAsking(advisor)
				&& ASKED.contains(advisor.getAdvice().getClass().getName());
	}

	/**
	 * Whether a call of a method is guarded because of annotations.
	 * @param annotations the names of the annotations, one of which is meant
	 */
	boolean isAsked(Method method, List<String> annotations) {
		return this.calls.stream()
			.filter((call) -> call.method().equals(method))
			.flatMap((call) -> call.guards().stream())
			.anyMatch((guard) -> annotations.stream().anyMatch(guard.pointcut()::contains));
	}

	/**
	 * Whether nothing guards the methods.
	 */
	public boolean isFree() {
		return this.calls.isEmpty();
	}

	/**
	 * Whether what reads all rows is guarded, so that guards of some queries add nothing.
	 */
	boolean isWhole() {
		return this.calls.stream().anyMatch((call) -> call.method().getName().equals("findAll"));
	}

	/**
	 * Whether the user who is bound to this thread may call the methods, as the
	 * application's guards decide.
	 * @throws RuntimeException whatever a guard throws that cannot decide
	 */
	public boolean isGiven() {
		try {
			return this.calls.stream().allMatch(Call::isLet);
		}
		catch (RuntimeException ex) {
			if (isDenial(ex)) {
				return false;
			}
			throw ex;
		}
	}

	/** Whether a failure is a refusal of Spring Security. */
	static boolean isDenial(RuntimeException failure) {
		return Stream.<Class<?>>iterate(failure.getClass(), Objects::nonNull, Class::getSuperclass)
			.map(Class::getName)
			.anyMatch(DENIALS::contains);
	}

	/**
	 * What decides whether a call may be made.
	 *
	 * @param interceptor the interceptor
	 * @param pointcut the description of the calls that it guards: nothing else tells for
	 * which annotations it does
	 */
	private record Guard(MethodInterceptor interceptor, String pointcut) {

		static Guard of(Advisor advisor) {
			return new Guard((MethodInterceptor) advisor.getAdvice(),
					(advisor instanceof PointcutAdvisor guarding) ? guarding.getPointcut().toString() : "");
		}

	}

	/**
	 * A call that does nothing.
	 *
	 * @param method the method
	 * @param target the object behind the guards
	 * @param guards what decides whether the call may be made
	 */
	private record Call(Method method, @Nullable Object target, List<Guard> guards) {

		/** Whether the call passes all guards: some of them refuse by a result. */
		boolean isLet() {
			Invocation invocation = new Invocation(this);
			invocation.proceed();
			return invocation.arrived;
		}

	}

	/**
	 * A call on its way through the guards.
	 */
	private static final class Invocation implements MethodInvocation {

		private final Call call;

		private final Iterator<Guard> guards;

		private boolean arrived;

		Invocation(Call call) {
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
