package io.fusemount.data.jpa.guard;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.data.jpa.repository.Modifying;

/**
 * The methods of a repository that tell something of its rows.
 */
final class ReadMethods {

	private ReadMethods() {
	}

	/** Returns those that others can call, with what the type inherits. */
	static Stream<Method> of(Class<?> type) {
		return Arrays.stream(type.getMethods()).filter(ReadMethods::isRead);
	}

	/**
	 * Whether it returns anything, and not of a change: those go through the repository,
	 * whatever surrounds them.
	 */
	static boolean isRead(Method method) {
		return method.getReturnType() != void.class && !Modifier.isStatic(method.getModifiers()) && !method.isBridge()
				&& !method.isSynthetic() && method.getDeclaringClass() != Object.class
				&& Stream.of("save", "delete", "remove", "insert", "update", "persist", "flush")
					.noneMatch(method.getName()::startsWith)
				&& !MergedAnnotations.from(method).isPresent(Modifying.class);
	}

	/** For people: the class, the method, and the types of its parameters. */
	static String describe(Method method) {
		return method.getDeclaringClass().getName() + "." + method.getName()
				+ Arrays.stream(method.getParameterTypes())
					.map(Class::getSimpleName)
					.collect(Collectors.joining(", ", "(", ")"));
	}

}
