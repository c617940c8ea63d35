package io.fusemount.data.jpa.rights;

import org.springframework.data.jpa.domain.PredicateSpecification;

/**
 * Extension point: the rows of an entity that a caller may read and change, for all
 * repositories of the entity that are mounted. A bean of this type is asked for each
 * caller, who is bound to the thread meanwhile as {@code Caller.current()} and as the
 * scopes of callers say, such as in Spring Security's context. What it returns counts for
 * the user as long as the values of expressions in {@code @FuseMount} do, and together
 * with these.
 * <p>
 * A specification may join single entities, and has subqueries where it needs rows of a
 * collection. If a method fails, the caller is refused with {@code EACCES}.
 *
 * @param <E> the entity
 */
@FunctionalInterface
public interface RowAccess<E> {

	/**
	 * Returns the condition on the rows that the caller can see and read.
	 */
	PredicateSpecification<E> readable();

	/**
	 * Returns the condition on those of them that the caller can change and delete.
	 * <p>
	 * The default implementation returns no restriction.
	 */
	default PredicateSpecification<E> writable() {
		return PredicateSpecification.unrestricted();
	}

}
