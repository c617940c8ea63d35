package io.fusemount.data.jpa.guard;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import jakarta.persistence.EntityManager;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ReflectionUtils;

/**
 * A method of a repository that finds rows by their ids, called as the application calls
 * it.
 *
 * @param repository the repository as the application uses it
 * @param method the method
 * @param entity the class of the entities
 * @param together whether one call answers for several rows, each on its own
 * @param loaded whether the method finds what the session has without a statement
 */
record AskedRead(Object repository, Method method, Class<?> entity, boolean together, boolean loaded) {

	/** Returns those of the ids whose rows the method returns to the current user. */
	Set<Object> shown(EntityManager entityManager, Collection<Object> ids) {
		if (this.together) {
			return answer(entityManager, List.copyOf(ids));
		}
		if (this.loaded && ids.size() > 1) {
			entityManager.unwrap(Session.class).findMultiple(this.entity, List.copyOf(ids));
		}
		boolean several = Iterable.class.isAssignableFrom(this.method.getParameterTypes()[0]);
		return ids.stream()
			.filter((id) -> answer(entityManager, several ? List.of(id) : id).contains(id))
			.collect(Collectors.toSet());
	}

	private Set<Object> answer(EntityManager entityManager, Object argument) {
		return entities(call(argument)).filter(this.entity::isInstance)
			.map(entityManager.getEntityManagerFactory().getPersistenceUnitUtil()::getIdentifier)
			.collect(Collectors.toSet());
	}

	private @Nullable Object call(Object argument) {
		try {
			ReflectionUtils.makeAccessible(this.method);
			return ReflectionUtils.invokeMethod(this.method, this.repository, argument);
		}
		catch (RuntimeException ex) {
			if (GuardedCall.isDenial(ex)) {
				return null;
			}
			throw ex;
		}
	}

	private static Stream<?> entities(@Nullable Object result) {
		if (result instanceof Optional<?> optional) {
			return optional.stream();
		}
		if (result instanceof Iterable<?> several) {
			return StreamSupport.stream(several.spliterator(), false);
		}
		return (result instanceof Stream<?> stream) ? stream : Stream.ofNullable(result);
	}

}
