package io.fusemount.data.jpa.guard;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.data.jpa.repository.Modifying;

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
