package io.fusemount.data.jpa.mapping;

import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

import jakarta.persistence.OneToOne;
import org.hibernate.generator.Assigned;
import org.hibernate.metamodel.mapping.PluralAttributeMapping;
import org.hibernate.metamodel.mapping.internal.ToOneAttributeMapping;
import org.hibernate.metamodel.mapping.internal.ToOneAttributeMapping.Cardinality;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * Finds the content in the entity that a one-to-one association leads to, or reports why
 * it cannot be there.
 */
final class AssociatedContent {

	private final EntityPersister persister;

	private final List<EntityProperty> properties;

	private final IdPropertyBuilder.Problems problems;

	AssociatedContent(EntityPersister persister, List<EntityProperty> properties, IdPropertyBuilder.Problems problems) {
		this.persister = persister;
		this.properties = properties;
		this.problems = problems;
	}

	/** Whether a property is an association with other entities, not a value. */
	static boolean isAssociation(EntityProperty property) {
		FileProperty access = property.property();
		return access != null && (access.attribute() instanceof ToOneAttributeMapping
				|| access.attribute() instanceof PluralAttributeMapping);
	}

	/**
	 * Returns the content of associated entities that are deleted with this one. Content
	 * of other entities counts only with an annotation.
	 */
	List<EntityProperty> find() {
		return this.properties.stream()
			.filter(AssociatedContent::isAssociation)
			.filter((property) -> isOneToOne(property) && association(property).isDeletedWithEntity())
			.map(this::content)
			.filter(Objects::nonNull)
			.toList();
	}

	/** Returns the content behind an annotated property. */
	EntityProperty require(EntityProperty property) {
		if (property.isEmbedded() || !isOneToOne(property)) {
			throw this.problems.problem(property.name(), "is an association in which a file has no content of its own",
					"Make it a @OneToOne of the entity, or annotate another property with @FileContent");
		}
		EntityProperty content = content(property);
		if (content == null) {
			throw this.problems.problem(property.name(),
					"refers to " + property.type().getSimpleName() + ", which has no property for the file's content",
					"Annotate a property of type Blob or Clob or String or byte[] there with @FileContent");
		}
		return content;
	}

	/** Requires that content can be stored in the associated entity. */
	void requireWritable(Association association) {
		String target = association.target().getMappedClass().getSimpleName();
		if (!association.isSavedWithEntity() || !association.isDeletedWithEntity()) {
			throw this.problems.problem(association.name(),
					"has the file's content, and " + target + " is not saved and deleted with the entity",
					"Use @OneToOne(cascade = CascadeType.ALL), or @FuseMount(readOnly = true)");
		}
		if (!association.target().isMutable()) {
			throw this.problems.problem(association.name(), "refers to " + target + ", which is @Immutable",
					"Use @FuseMount(readOnly = true)");
		}
		if (!isInstantiable(association) || isWithoutId(association)) {
			throw this.problems.problem(association.name(),
					"refers to " + target + ", which cannot be created for a new file",
					"Give it a constructor without parameters and an id that is generated or that of the entity "
							+ "(@MapsId), or use @FuseMount(readOnly = true)");
		}
	}

	private static boolean isInstantiable(Association association) {
		Class<?> type = association.target().getMappedClass();
		return !Modifier.isAbstract(type.getModifiers())
				&& Stream.of(type.getDeclaredConstructors()).anyMatch((it) -> it.getParameterCount() == 0);
	}

	/**
	 * Whether a new associated entity gets no id of its own. Two of them with the same id
	 * would be one row to Hibernate, and the content of two files.
	 */
	@SuppressWarnings("deprecation")
	private static boolean isWithoutId(Association association) {
		EntityPersister target = association.target();
		if (!(target.getGenerator() instanceof Assigned)) {
			return false;
		}
		Object id = target.getIdentifierMapping().getIdentifier(association.newTarget());
		return id == null || target.getIdentifierType()
			.isEqual(id, target.getIdentifierMapping().getIdentifier(association.newTarget()));
	}

	private static boolean isOneToOne(EntityProperty property) {
		return property.property() != null && !property.isEmbedded()
				&& property.property().attribute() instanceof ToOneAttributeMapping association
				&& association.getCardinality() != Cardinality.MANY_TO_ONE;
	}

	private Association association(EntityProperty property) {
		OneToOne annotation = property.find(OneToOne.class);
		String mappedBy = (annotation != null && !annotation.mappedBy().isEmpty()) ? annotation.mappedBy() : null;
		return new Association(this.persister,
				(ToOneAttributeMapping) Objects.requireNonNull(property.property()).attribute(), mappedBy);
	}

	/** Returns the content, by the same precedence as for an entity's own properties. */
	private @Nullable EntityProperty content(EntityProperty property) {
		Association association = association(property);
		List<EntityProperty> there = EntityProperty.of(property.name(), association);
		for (Predicate<EntityProperty> condition : FileRole.CONTENT.precedence(there)) {
			List<EntityProperty> candidates = there.stream().filter(condition).toList();
			if (candidates.size() > 1) {
				throw this.problems.problem(null,
						"has several properties that could be the file's content: "
								+ String.join(", ", candidates.stream().map(EntityProperty::name).toList()),
						"Annotate exactly one with " + FileRole.CONTENT.annotation());
			}
			if (candidates.size() == 1) {
				return candidates.get(0);
			}
		}
		return null;
	}

}
