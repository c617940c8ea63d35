package io.fusemount.data.jpa.mapping;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.hibernate.metamodel.mapping.internal.ToOneAttributeMapping;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.proxy.HibernateProxy;
import org.hibernate.proxy.LazyInitializer;
import org.jspecify.annotations.Nullable;

/**
 * A property that a variable names, from an entity on, by way of associations with single
 * entities.
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
	 * @param nullable whether the database lets there be no value at the end
	 */
	PropertyPath(EntityPersister owner, List<FileProperty> associations, FileProperty property, boolean nullable) {
		this.owner = owner;
		this.associations = List.copyOf(associations);
		this.property = property;
		this.nullable = nullable;
	}

	/**
	 * Returns what Hibernate knows about the entity that the property belongs to.
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
	 * Whether it is a property of the entity itself, or of what is embedded there.
	 */
	public boolean isOwn() {
		return this.associations.isEmpty();
	}

	/**
	 * Returns what Hibernate knows about the entities that the path leads through, the
	 * one that the property belongs to included.
	 */
	public Stream<EntityPersister> passed() {
		return this.associations.stream()
			.map((association) -> ((ToOneAttributeMapping) association.attribute()).getAssociatedEntityMappingType()
				.getEntityPersister());
	}

	/**
	 * Returns the path to the entity that the property belongs to.
	 * @return an empty text for the entity itself
	 */
	public String toOwner() {
		return String.join(".", this.associations.stream().map(FileProperty::name).toList());
	}

	/**
	 * Returns the path without the associations that lead to another entity.
	 * @param prefix how many of them
	 */
	PropertyPath without(int prefix) {
		return new PropertyPath(this.owner, this.associations.subList(prefix, this.associations.size()), this.property,
				this.nullable);
	}

	/**
	 * Returns this path from the entity on that another one leads to, or {@code null} if
	 * it does not lead there.
	 * @param entity the path to an entity, empty for the one that both begin at
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
	 * Returns what Hibernate knows about the entity that the property refers to.
	 */
	public EntityPersister target() {
		return ((ToOneAttributeMapping) this.property.attribute()).getAssociatedEntityMappingType()
			.getEntityPersister();
	}

	/**
	 * Whether there may be nothing at the end of the path.
	 */
	public boolean isNullable() {
		return this.associations.stream().anyMatch(FileProperty::isNullable) || this.nullable;
	}

	/**
	 * Returns the column that a value of the entity's own property is in, without quotes,
	 * or none.
	 */
	public Set<String> ownColumn() {
		return (isOwn() && this.property.attribute().getJdbcTypeCount() == 1 && !this.property.isFormula())
				? Set.of(ColumnMetadata.unquote(this.property.columnExpression())) : Set.of();
	}

	/**
	 * Whether a formula is at the end of the path, which may tell of other rows.
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
	 * Returns the id of the entity that the property of an entity refers to, without
	 * loading that, or {@code null} if there is none.
	 */
	@SuppressWarnings("deprecation")
	public @Nullable Object targetId(Object entity) {
		Object other = this.property.get(entity);
		if (other == null) {
			return null;
		}
		LazyInitializer proxy = HibernateProxy.extractLazyInitializer(other);
		return (proxy != null) ? proxy.getInternalIdentifier() : target().getIdentifierMapping().getIdentifier(other);
	}

	/**
	 * Returns the whole path, as queries have it.
	 */
	public String name() {
		return isOwn() ? this.property.name() : toOwner() + "." + this.property.name();
	}

	@Override
	public String toString() {
		return name();
	}

}
