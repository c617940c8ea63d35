package io.fusemount.data.jpa.mapping;

import java.util.function.Supplier;

import jakarta.persistence.EntityManager;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * How much the rows of a repository may take.
 *
 * @param per the property whose value the rows of one quota have in common, {@code null}
 * if all rows count together
 * @param caller evaluates the value that new rows of the current caller have, to
 * {@code null} if that is not known
 * @param bytes the most bytes
 * @param files the most files
 */
public record QuotaMapping(@Nullable PropertyPath per, Supplier<@Nullable Object> caller, Limit bytes, Limit files) {

	/**
	 * Returns the entity that has the limits of the rows with one value, {@code null} if
	 * there is none: the one that the rows refer to, or whose property they go by.
	 */
	static @Nullable EntityPersister holder(PropertyPath per) {
		return per.isAssociation() ? per.target() : per.isOwn() ? null : per.owner();
	}

	/**
	 * Returns the value that identifies a quota, of a value in a row: an id for an
	 * entity.
	 */
	public Object key(PropertyPath path, Object value) {
		return path.isAssociation() ? path.idOf(value) : value;
	}

	/**
	 * Returns the parameter of a query for the value that identifies a quota.
	 */
	public Object parameter(EntityManager entityManager, PropertyPath path, Object key) {
		return path.isAssociation() ? entityManager.getReference(path.target().getMappedClass(), key) : key;
	}

	/**
	 * Returns the type of the value that identifies a quota.
	 */
	public Class<?> keyType(PropertyPath path) {
		return path.isAssociation() ? path.target().getIdentifierMapping().getJavaType().getJavaTypeClass()
				: path.property().type();
	}

	/**
	 * A limit.
	 *
	 * @param number the limit if it is always the same
	 * @param query the query that selects the limit by the parameter {@code share},
	 * {@code null} if it is always the same
	 */
	public record Limit(long number, @Nullable String query) {

	}

}
