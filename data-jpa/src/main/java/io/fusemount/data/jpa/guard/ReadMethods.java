package io.fusemount.data.jpa.guard;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.support.SimpleJpaRepository;
import org.springframework.data.repository.core.RepositoryInformation;
import org.springframework.data.repository.core.support.RepositoryFragment;
import org.springframework.util.ClassUtils;

/**
 * The methods of a repository that reveal something about its rows.
 */
final class ReadMethods {

	private ReadMethods() {
	}

	/** Returns the public reading methods of a type, inherited ones included. */
	static Stream<Method> of(Class<?> type) {
		return Arrays.stream(type.getMethods()).filter(ReadMethods::isRead);
	}

	/**
	 * Whether a method returns a value without changing rows. Changes go through the
	 * repository and everything around it.
	 */
	static boolean isRead(Method method) {
		return method.getReturnType() != void.class && !Modifier.isStatic(method.getModifiers()) && !method.isBridge()
				&& !method.isSynthetic() && method.getDeclaringClass() != Object.class
				&& Stream.of("save", "delete", "remove", "insert", "update", "persist", "flush")
					.noneMatch(method.getName()::startsWith)
				&& !MergedAnnotations.from(method).isPresent(Modifying.class);
	}

	/**
	 * Returns the methods of a repository's interface by which Spring Data reads rows.
	 */
	static Stream<Method> ofSpringData(RepositoryInformation information) {
		return of(information.getRepositoryInterface()).filter((method) -> isOfSpringData(method, information));
	}

	static boolean isOfSpringData(Method method, RepositoryInformation information) {
		return Arrays.stream(SimpleJpaRepository.class.getMethods())
			.anyMatch((original) -> isSame(method, original, information.getRepositoryInterface()));
	}

	/** Whether a method of a repository overrides another one, or implements it. */
	static boolean isSame(Method method, Method original, Class<?> repository) {
		if (!method.getName().equals(original.getName())
				|| method.getParameterCount() != original.getParameterCount()) {
			return false;
		}
		for (int i = 0; i < method.getParameterCount(); i++) {
			Class<?> type = ResolvableType.forMethodParameter(method, i, repository).resolve(Object.class);
			if (!ClassUtils.isAssignable(original.getParameterTypes()[i], type)) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Returns the types whose annotations count: the interface and the classes behind it.
	 */
	static Stream<Class<?>> declaring(RepositoryInformation information) {
		Stream<Class<?>> fragments = information.getFragments()
			.stream()
			.map(RepositoryFragment::getImplementationClass)
			.flatMap(Optional::stream);
		return Stream.concat(Stream.of(information.getRepositoryInterface(), information.getRepositoryBaseClass()),
				fragments);
	}

	/** Whether an advisor is around a method. */
	static boolean isAdvised(Method method, Advisor advisor, @Nullable Object target) {
		return !(advisor instanceof PointcutAdvisor pointcut) || pointcut.getPointcut()
			.getMethodMatcher()
			.matches(method, (target != null) ? target.getClass() : method.getDeclaringClass());
	}

	/**
	 * Describes a method in messages: the class, the name, and the types of its
	 * parameters.
	 */
	static String describe(Method method) {
		return method.getDeclaringClass().getName() + "." + method.getName()
				+ Arrays.stream(method.getParameterTypes())
					.map(Class::getSimpleName)
					.collect(Collectors.joining(", ", "(", ")"));
	}

}
