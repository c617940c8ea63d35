package io.fusemount.data.jpa.mapping;

import java.lang.reflect.Array;

import org.hibernate.metamodel.mapping.AttributeMapping;
import org.hibernate.metamodel.mapping.EmbeddableMappingType;
import org.hibernate.metamodel.mapping.EmbeddableValuedModelPart;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;

/**
 * Changes an embeddable in an entity, which may be absent or a record.
 */
final class Embedded {

	private final EmbeddableMappingType embeddable;

	Embedded(EmbeddableValuedModelPart attribute) {
		this.embeddable = attribute.getEmbeddableTypeDescriptor();
	}

	/** Returns the embeddable with another value for one of its properties. */
	Object with(@Nullable Object embedded, AttributeMapping attribute, @Nullable Object value) {
		if (this.embeddable.getJavaType().getJavaTypeClass().isRecord()) {
			Object[] values = (embedded != null) ? this.embeddable.getValues(embedded) : defaults();
			values[attribute.getStateArrayPosition()] = value;
			return this.embeddable.getRepresentationStrategy().getInstantiator().instantiate(() -> values);
		}
		Object target = (embedded != null) ? embedded
				: BeanUtils.instantiateClass(this.embeddable.getJavaType().getJavaTypeClass());
		attribute.setValue(target, value);
		return target;
	}

	/** Returns the default values of a new record. */
	private @Nullable Object[] defaults() {
		@Nullable Object[] values = new Object[this.embeddable.getNumberOfAttributeMappings()];
		this.embeddable.forEachAttributeMapping((position, attribute) -> {
			Class<?> type = attribute.getPropertyAccess().getGetter().getReturnTypeClass();
			values[position] = type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
		});
		return values;
	}

}
