package io.fusemount.data.jpa.mapping;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.fusemount.data.jpa.database.DatabaseKind;
import jakarta.persistence.MapsId;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.hibernate.metamodel.mapping.BasicEntityIdentifierMapping;
import org.hibernate.metamodel.mapping.BasicValuedMapping;
import org.hibernate.metamodel.mapping.CompositeIdentifierMapping;
import org.hibernate.metamodel.mapping.EmbeddableMappingType;
import org.hibernate.metamodel.mapping.EmbeddableValuedModelPart;
import org.hibernate.metamodel.mapping.EntityIdentifierMapping;
import org.hibernate.metamodel.mapping.SelectableMapping;
import org.hibernate.metamodel.mapping.SelectableMappings;
import org.hibernate.metamodel.mapping.internal.ToOneAttributeMapping;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * Finds the columns of an entity's id, or reports why the id does not suit files.
 */
final class IdPropertyBuilder {

	private final EntityPersister persister;

	private final DatabaseKind database;

	private final List<EntityProperty> properties;

	private final Problems problems;

	IdPropertyBuilder(EntityPersister persister, DatabaseKind database, List<EntityProperty> properties,
			Problems problems) {
		this.persister = persister;
		this.database = database;
		this.properties = properties;
		this.problems = problems;
	}

	IdProperty build() {
		EntityIdentifierMapping id = this.persister.getIdentifierMapping();
		if (id instanceof BasicEntityIdentifierMapping basic) {
			Class<?> type = basic.getJavaType().getJavaTypeClass();
			requireText(basic.getAttributeName(), "is an id", type);
			return build(List.of(part(basic.getAttributeName(), basic, type, 0)), null);
		}
		if (!(id instanceof CompositeIdentifierMapping composite)
				|| composite.getMappedIdEmbeddableTypeDescriptor() == null || isWithoutClass(composite)) {
			throw noClass();
		}
		CompositeId type = new CompositeId(composite.getMappedIdEmbeddableTypeDescriptor());
		if (!type.hasEquality()) {
			throw this.problems.problem(null,
					"has an id of the class " + type.type().getJavaType().getJavaTypeClass().getSimpleName()
							+ ", which has no equals",
					"Give the class equals and hashCode by its values, or make it a record");
		}
		List<IdPart> parts = new ArrayList<>();
		String prefix = (id.getAttributeName() != null) ? id.getAttributeName() + "." : "";
		add(parts, prefix, composite.getPartMappingType(), type.type());
		return build(parts, type);
	}

	private IdProperty build(List<IdPart> parts, @Nullable CompositeId composite) {
		// Hibernate promises no order, and the text of an id outlasts a process.
		List<IdPart> ordered = parts.stream().sorted(Comparator.comparing(IdPart::path)).toList();
		return new IdProperty(this.persister, ordered, composite,
				new IdConditions(ordered, sorted(ordered), composite, this.database.comparesRowsByIndex()));
	}

	private List<IdPart> sorted(List<IdPart> parts) {
		SelectableMapping column = this.persister.getIdentifierMapping().getSelectable(0);
		return (parts.size() > 1)
				? new KeyColumns(this.persister.getFactory()).sorted(column.getContainingTableExpression(), parts)
				: parts;
	}

	/**
	 * Whether the id has no class: the entity itself is the id then, and only it can be
	 * used to find the entity.
	 */
	private static boolean isWithoutClass(CompositeIdentifierMapping composite) {
		return composite.getMappedIdEmbeddableTypeDescriptor() == composite.getPartMappingType()
				&& composite.getAttributeName() == null;
	}

	private MappingException noClass() {
		List<EntityProperty> ids = this.properties.stream().filter(EntityProperty::isId).toList();
		return (ids.size() == 1)
				? this.problems.problem(ids.get(0).name(), "is an association and the id",
						"Give the entity an @Id property for the key, and the association @MapsId instead of @Id")
				: this.problems.problem(null, "has several properties with @Id and no class for them",
						"Give the entity an @IdClass, an @EmbeddedId or a single @Id property");
	}

	private void add(List<IdPart> parts, String prefix, EmbeddableMappingType declared, EmbeddableMappingType id) {
		id.forEachAttributeMapping((position, attribute) -> {
			String name = attribute.getAttributeName();
			AttributeMapping property = declared.findAttributeMapping(name);
			if (attribute instanceof ToOneAttributeMapping) {
				throw this.problems.problem(prefix + name, "is an association in the class of the id",
						"Keep its key there, and let an association of the entity have @MapsId");
			}
			if (property instanceof ToOneAttributeMapping association) {
				addKey(parts, prefix + name, association, attribute);
			}
			else if (attribute instanceof EmbeddableValuedModelPart embedded) {
				EmbeddableMappingType inner = embedded.getEmbeddableTypeDescriptor();
				add(parts, prefix + name + ".", inner, inner);
			}
			else {
				add(parts, prefix + name, attribute);
			}
		});
	}

	/** Adds the key of an association of the entity as a part of the id. */
	private void addKey(List<IdPart> parts, String path, ToOneAttributeMapping association, AttributeMapping key) {
		EntityIdentifierMapping target = association.getEntityMappingType().getIdentifierMapping();
		if (!(target instanceof BasicEntityIdentifierMapping basic) || !(key instanceof BasicValuedMapping)) {
			throw this.problems.problem(path,
					"is a part of the id and refers to an entity with an id of several columns",
					"Keep the columns of its key in an @EmbeddedId, and let the association have @MapsId");
		}
		add(parts, path + "." + basic.getAttributeName(), key);
	}

	private void add(List<IdPart> parts, String path, AttributeMapping attribute) {
		Class<?> type = attribute.getJavaType().getJavaTypeClass();
		requireText(path, "is a part of the id", type);
		parts.add(part(path, attribute, type, parts.size()));
	}

	private IdPart part(String path, SelectableMappings columns, Class<?> type, int position) {
		boolean given = this.properties.stream()
			.anyMatch((property) -> property.name().equals(path) && property.isGenerated() || isKey(path, property));
		return new IdPart(path, columns.getSelectable(0).getSelectionExpression(), type, position, given);
	}

	/**
	 * Whether the part of the id is the key of an association and gets its value from
	 * there.
	 */
	private boolean isKey(String path, EntityProperty association) {
		MapsId annotation = association.find(MapsId.class);
		return annotation != null && (annotation.value().isEmpty() || path.endsWith("." + annotation.value()));
	}

	private void requireText(String path, String role, Class<?> type) {
		if (!IdProperty.TYPES.contains(type)) {
			throw this.problems.problem(path, role + " of type " + type.getSimpleName() + ", which has no text",
					"Use Long, Integer, Short, String or UUID");
		}
	}

	/** Creates the exception for an entity that makes no files. */
	@FunctionalInterface
	interface Problems {

		MappingException problem(@Nullable String property, String problem, String fix);

	}

}
