package io.fusemount.data.jpa.mapping;

import java.beans.PropertyDescriptor;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import jakarta.persistence.GeneratedValue;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.annotations.ValueGenerationType;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.hibernate.metamodel.mapping.BasicEntityIdentifierMapping;
import org.hibernate.metamodel.mapping.CompositeIdentifierMapping;
import org.hibernate.metamodel.mapping.EmbeddableMappingType;
import org.hibernate.metamodel.mapping.EmbeddableValuedModelPart;
import org.hibernate.metamodel.mapping.EntityIdentifierMapping;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ReflectionUtils;

/**
 * A persistent property of an entity or of an embeddable in it, wherever it is declared,
 * with the annotations of its field and its getter, whichever of them JPA uses.
 *
 * @param name the name, preceded by those of the properties that embed it
 * @param type the type
 * @param isId whether it is the identifier or a part of the identifier
 * @param elements the field and the getter, if they exist
 * @param property the access to its values, {@code null} for the identifier
 */
record EntityProperty(String name, Class<?> type, boolean isId, List<AnnotatedElement> elements,
		@Nullable FileProperty property) {

	static List<EntityProperty> of(EntityPersister persister) {
		Class<?> entity = persister.getMappedClass();
		List<EntityProperty> properties = new ArrayList<>();
		EntityIdentifierMapping id = persister.getIdentifierMapping();
		if (id instanceof BasicEntityIdentifierMapping basic) {
			properties.add(new EntityProperty(basic.getAttributeName(), basic.getJavaType().getJavaTypeClass(), true,
					elements(entity, basic.getAttributeName()), null));
		}
		else if (id instanceof CompositeIdentifierMapping composite) {
			addId(properties, entity, composite);
		}
		persister.getAttributeMappings().forEach((attribute) -> add(properties, entity, null, attribute));
		return properties;
	}

	/**
	 * Returns the properties of the entity that an association leads to, without its id.
	 */
	static List<EntityProperty> of(String name, Association association) {
		List<EntityProperty> properties = new ArrayList<>();
		association.target().getAttributeMappings().forEach((attribute) -> {
			Class<?> type = attribute.getPropertyAccess().getGetter().getReturnTypeClass();
			properties.add(new EntityProperty(name + "." + attribute.getAttributeName(), type, false,
					elements(association.target().getMappedClass(), attribute.getAttributeName()),
					new FileProperty(association, attribute, type)));
		});
		return properties;
	}

	private static void addId(List<EntityProperty> properties, Class<?> entity, CompositeIdentifierMapping id) {
		EmbeddableMappingType parts = id.getPartMappingType();
		if (id.getAttributeName() == null) {
			addId(properties, entity, "", parts);
		}
		else {
			addId(properties, parts.getJavaType().getJavaTypeClass(), id.getAttributeName() + ".", parts);
		}
	}

	private static void addId(List<EntityProperty> properties, Class<?> owner, String prefix,
			EmbeddableMappingType parts) {
		parts.forEachAttributeMapping((position, attribute) -> {
			String name = attribute.getAttributeName();
			Class<?> type = attribute.getPropertyAccess().getGetter().getReturnTypeClass();
			properties.add(new EntityProperty(prefix + name, type, true, elements(owner, name), null));
			if (attribute instanceof EmbeddableValuedModelPart embedded) {
				EmbeddableMappingType inner = embedded.getEmbeddableTypeDescriptor();
				addId(properties, inner.getJavaType().getJavaTypeClass(), prefix + name + ".", inner);
			}
		});
	}

	private static void add(List<EntityProperty> properties, Class<?> owner, @Nullable FileProperty embedding,
			AttributeMapping attribute) {
		Class<?> type = attribute.getPropertyAccess().getGetter().getReturnTypeClass();
		FileProperty property = new FileProperty(embedding, attribute, type);
		properties.add(new EntityProperty(property.name(), type, false, elements(owner, attribute.getAttributeName()),
				property));
		if (attribute instanceof EmbeddableValuedModelPart embedded) {
			embedded.getEmbeddableTypeDescriptor()
				.getAttributeMappings()
				.forEach((inner) -> add(properties,
						embedded.getEmbeddableTypeDescriptor().getJavaType().getJavaTypeClass(), property, inner));
		}
	}

	boolean isEmbedded() {
		return this.name.indexOf('.') >= 0;
	}

	/** Whether the values of an id come from elsewhere than the application. */
	boolean isGenerated() {
		return this.elements.stream()
			.anyMatch((element) -> AnnotatedElementUtils.hasAnnotation(element, GeneratedValue.class)
					|| AnnotatedElementUtils.hasAnnotation(element, IdGeneratorType.class)
					|| AnnotatedElementUtils.hasAnnotation(element, ValueGenerationType.class));
	}

	/** Returns the last part of the name, to which naming conventions apply. */
	String simpleName() {
		return this.name.substring(this.name.lastIndexOf('.') + 1);
	}

	static List<AnnotatedElement> elements(Class<?> entity, String name) {
		PropertyDescriptor descriptor = BeanUtils.getPropertyDescriptor(entity, name);
		return Stream
			.<@Nullable AnnotatedElement>of(ReflectionUtils.findField(entity, name),
					(descriptor != null) ? descriptor.getReadMethod() : null)
			.filter(Objects::nonNull)
			.toList();
	}

	boolean has(Class<? extends Annotation> annotation) {
		return find(annotation) != null;
	}

	<A extends Annotation> @Nullable A find(Class<A> annotation) {
		for (AnnotatedElement element : this.elements) {
			A found = AnnotatedElementUtils.findMergedAnnotation(element, annotation);
			if (found != null) {
				return found;
			}
		}
		return null;
	}

}
