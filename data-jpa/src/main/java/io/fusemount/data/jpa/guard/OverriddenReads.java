package io.fusemount.data.jpa.guard;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

import org.springframework.data.repository.core.RepositoryInformation;
import org.springframework.util.ClassUtils;

/**
 * Methods of an application that replace the reading methods of Spring Data: a query, a
 * default method, a fragment, or a base class of the application's own. The rows that
 * these leave out are meant to stay hidden.
 *
 * @param information the repository
 */
record OverriddenReads(RepositoryInformation information) {

	Optional<String> find() {
		return Stream.concat(replaced(), overridden())
			.findFirst()
			.map((method) -> "is read by the application's own method " + ReadMethods.describe(method)
					+ ", which may leave rows out and cannot be asked about single rows: let findAllById or findById "
					+ "leave them out, too");
	}

	/** Whether a method of the interface does not call Spring Data's implementation. */
	boolean isReplaced(Method method) {
		return isOwn(method) || overridden()
			.anyMatch((own) -> ReadMethods.isSame(method, own, this.information.getRepositoryInterface()));
	}

	/**
	 * Returns the methods of the interface that do not call Spring Data's implementation.
	 */
	private Stream<Method> replaced() {
		return ReadMethods.ofSpringData(this.information).filter(this::isOwn);
	}

	boolean isOwn(Method method) {
		boolean ownDefault = method.isDefault() && !isSpringData(method.getDeclaringClass());
		return ownDefault || this.information.isQueryMethod(method) || this.information.getFragments()
			.stream()
			.filter((fragment) -> fragment.hasMethod(method))
			.anyMatch(
					(fragment) -> !fragment.getImplementationClass().map(OverriddenReads::isSpringData).orElse(false));
	}

	static boolean isSpringData(Class<?> type) {
		return type.getName().startsWith("org.springframework.data.");
	}

	/** Returns the methods of own base classes that override those of Spring Data. */
	private Stream<Method> overridden() {
		Stream<Class<?>> own = Stream.iterate(this.information.getRepositoryBaseClass(),
				(type) -> !isSpringData(type) && type != Object.class, Class::getSuperclass);
		return own.flatMap((type) -> Arrays.stream(type.getDeclaredMethods()))
			.filter(ReadMethods::isRead)
			.filter(OverriddenReads::isInherited)
			.filter(OverriddenReads::isOverriding);
	}

	/** Whether a method can override another one or be overridden. */
	private static boolean isInherited(Method method) {
		return Modifier.isPublic(method.getModifiers()) || Modifier.isProtected(method.getModifiers());
	}

	private static boolean isOverriding(Method method) {
		Class<?> parent = method.getDeclaringClass().getSuperclass();
		for (Class<?> type = parent; type != null && type != Object.class; type = type.getSuperclass()) {
			if (Arrays.stream(type.getDeclaredMethods())
				.anyMatch((original) -> isInherited(original) && original.getName().equals(method.getName())
						&& original.getParameterCount() == method.getParameterCount()
						&& isReplacing(method, original))) {
				return true;
			}
		}
		return false;
	}

	private static boolean isReplacing(Method method, Method original) {
		for (int i = 0; i < method.getParameterCount(); i++) {
			if (!ClassUtils.isAssignable(original.getParameterTypes()[i], method.getParameterTypes()[i])) {
				return false;
			}
		}
		return true;
	}

}
