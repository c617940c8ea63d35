package io.fusemount.data.jpa.mapping;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import io.fusemount.data.jpa.guard.OwnSave;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.data.repository.CrudRepository;
import org.springframework.data.repository.core.CrudMethods;
import org.springframework.data.repository.core.RepositoryInformation;
import org.springframework.util.ReflectionUtils;

/**
 * A repository as its own interface declares it. Methods that are not declared are not
 * called, and calls pass everything that the application wraps around the repository.
 */
public final class EntityRepository {

	private final Object repository;

	private final Class<?> entity;

	private final RepositoryInformation information;

	private final CrudMethods methods;

	EntityRepository(Object repository, RepositoryInformation information) {
		this.repository = repository;
		this.information = information;
		this.entity = information.getDomainType();
		this.methods = information.getCrudMethods();
	}

	boolean canSave() {
		return this.methods.hasSaveMethod();
	}

	/**
	 * Whether the application influences what is saved, beyond the entity itself.
	 */
	public boolean hasOwnSave() {
		return OwnSave.exists(this.information, this.repository);
	}

	boolean canDelete() {
		return this.methods.hasDelete();
	}

	/**
	 * Whether entities can be found by id through the repository.
	 */
	public boolean canFind() {
		return this.methods.hasFindOneMethod();
	}

	boolean canInstantiate() {
		return !Modifier.isAbstract(this.entity.getModifiers()) && Stream.of(this.entity.getDeclaredConstructors())
			.anyMatch((constructor) -> constructor.getParameterCount() == 0);
	}

	/**
	 * Returns a new entity without any values.
	 */
	public Object newEntity() {
		return BeanUtils.instantiateClass(this.entity);
	}

	/**
	 * Returns the entity with the id, or {@code null}.
	 */
	public @Nullable Object find(Object id) {
		Object found = invoke(this.methods.getFindOneMethod().orElseThrow(), id);
		return (found instanceof Optional<?> optional) ? optional.orElse(null) : found;
	}

	/**
	 * Returns those of two entities that exist, in no particular order, with one
	 * statement if the repository allows it.
	 */
	@SuppressWarnings("unchecked")
	public Iterable<?> findBoth(Object first, Object second) {
		if (this.repository instanceof CrudRepository<?, ?> crud) {
			return ((CrudRepository<Object, Object>) crud).findAllById(List.of(first, second));
		}
		return Stream.of(first, second).map(this::find).filter(Objects::nonNull).toList();
	}

	/**
	 * Saves the entity and returns the instance that is managed afterwards.
	 */
	public Object save(Object entity) {
		Object saved = invoke(this.methods.getSaveMethod().orElseThrow(), entity);
		return this.entity.isInstance(saved) ? Objects.requireNonNull(saved) : entity;
	}

	/**
	 * Deletes the entity.
	 */
	public void delete(Object entity, Object id) {
		Method method = this.methods.getDeleteMethod().orElseThrow();
		Class<?> parameter = method.getParameterTypes()[0];
		if (Iterable.class.isAssignableFrom(parameter)) {
			invoke(method, List.of(entity));
		}
		else {
			invoke(method, method.getName().endsWith("ById") ? id : entity);
		}
	}

	private @Nullable Object invoke(Method method, Object argument) {
		ReflectionUtils.makeAccessible(method);
		return ReflectionUtils.invokeMethod(method, this.repository, argument);
	}

}
