package io.fusemount.data.jpa.mapping;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.hibernate.Hibernate;
import org.hibernate.metamodel.mapping.internal.ToOneAttributeMapping;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.proxy.HibernateProxy;
import org.hibernate.proxy.LazyInitializer;
import org.jspecify.annotations.Nullable;

/**
 * The path to a property that a variable names, from an entity by way of associations
 * with single entities.
 */
public final class PropertyPath {

	private final EntityPersister owner;

	private final List<FileProperty> associations;

	private final FileProperty property;

	private final boolean nullable;

	/**
	 * Creates the path.
	 * @param owner the entity that the property belongs to, at the end of the
	 * associations
	 * @param nullable whether the database permits null at the end
	 */
	PropertyPath(EntityPersister owner, List<FileProperty> associations, FileProperty property, boolean nullable) {
		this.owner = owner;
		this.associations = List.copyOf(associations);
		this.property = property;
		this.nullable = nullable;
	}

	/**
	 * Returns Hibernate's persister of the entity that the property belongs to.
	 */
	public EntityPersister owner() {
		return this.owner;
	}

	/**
	 * Returns the property of that entity.
	 */
	public FileProperty property() {
		return this.property;
	}

	/**
	 * Whether the property belongs to the entity itself, or to an embeddable in it.
	 */
	public boolean isOwn() {
		return this.associations.isEmpty();
	}

	/**
	 * Returns Hibernate's persisters of the entities that the path leads through,
	 * including the one that the property belongs to.
	 */
	public Stream<EntityPersister> passed() {
		return this.associations.stream()
			.map((association) -> ((ToOneAttributeMapping) association.attribute()).getAssociatedEntityMappingType()
				.getEntityPersister());
	}

	/**
	 * Returns the path to the entity that the property belongs to.
	 * @return the path, empty for the entity itself
	 */
	public String toOwner() {
		return String.join(".", this.associations.stream().map(FileProperty::name).toList());
	}

	/**
	 * Returns the name of the first association, or of the property if there is none.
	 */
	String first() {
		return (isOwn() ? this.property : this.associations.get(0)).name();
	}

	/**
	 * Returns the path without its first associations.
	 * @param prefix the number of associations to leave out
	 */
	PropertyPath without(int prefix) {
		return new PropertyPath(this.owner, this.associations.subList(prefix, this.associations.size()), this.property,
				this.nullable);
	}

	/**
	 * Returns the rest of this path behind an entity, or {@code null} if the path does
	 * not lead through it.
	 * @param entity the path to that entity, empty for the one at which both begin
	 */
	public @Nullable PropertyPath from(String entity) {
		if (entity.isEmpty()) {
			return this;
		}
		for (int i = 1; i <= this.associations.size(); i++) {
			if (without(i).toOwner().isEmpty() ? toOwner().equals(entity)
					: toOwner().equals(entity + "." + without(i).toOwner())) {
				return without(i);
			}
		}
		return null;
	}

	/**
	 * Whether the property refers to another entity.
	 */
	public boolean isAssociation() {
		return this.property.attribute() instanceof ToOneAttributeMapping;
	}

	/**
	 * Returns Hibernate's persister of the entity that the property refers to.
	 */
	public EntityPersister target() {
		return ((ToOneAttributeMapping) this.property.attribute()).getAssociatedEntityMappingType()
			.getEntityPersister();
	}

	/**
	 * Whether the path may end without a value.
	 */
	public boolean isNullable() {
		return this.associations.stream().anyMatch(FileProperty::isNullable) || this.nullable;
	}

	/**
	 * Returns the column of a value in the entity itself, without quotes, or an empty set
	 * if there is none.
	 */
	public Set<String> ownColumn() {
		return (isOwn() && this.property.attribute().getJdbcTypeCount() == 1 && !this.property.isFormula())
				? Set.of(ColumnMetadata.unquote(this.property.columnExpression())) : Set.of();
	}

	/**
	 * Whether the path ends with a formula, which may depend on other rows.
	 */
	public boolean isFormula() {
		return this.property.attribute().getJdbcTypeCount() == 1 && this.property.isFormula();
	}

	/**
	 * Returns the property of an entity in a query.
	 */
	public String of(String alias) {
		return alias + "." + name();
	}

	/**
	 * Returns the value at the end of the path, loading what it leads through;
	 * {@code null} if it ends before.
	 */
	@Nullable Object get(Object entity) {
		Object current = entity;
		for (FileProperty association : this.associations) {
			Object next = association.get(current);
			if (next == null) {
				return null;
			}
			current = Hibernate.unproxy(next);
		}
		return this.property.get(current);
	}

	/**
	 * Returns the id of the entity that the property refers to, without loading that
	 * entity, or {@code null} if there is none.
	 */
	public @Nullable Object targetId(Object entity) {
		Object other = this.property.get(entity);
		return (other != null) ? idOf(other) : null;
	}

	/**
	 * Returns the id of an entity that the property may refer to, without loading it.
	 */
	@SuppressWarnings("deprecation")
	public Object idOf(Object other) {
		LazyInitializer proxy = HibernateProxy.extractLazyInitializer(other);
		return (proxy != null) ? proxy.getInternalIdentifier() : target().getIdentifierMapping().getIdentifier(other);
	}

	/**
	 * Returns the whole path, as written in queries.
	 */
	public String name() {
		return isOwn() ? this.property.name() : toOwner() + "." + this.property.name();
	}

	@Override
	public String toString() {
		return name();
	}

}
