package io.fusemount.data.jpa.mapping;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

import org.hibernate.metamodel.mapping.EmbeddableMappingType;
import org.hibernate.metamodel.mapping.EmbeddableValuedModelPart;
import org.jspecify.annotations.Nullable;

/**
 * An id that is an object of a class of its own: an embeddable, or the class that
 * {@code @IdClass} names. Converts between ids and their values, those of embedded
 * classes included.
 *
 * @param type the class
 */
record CompositeId(EmbeddableMappingType type) {

	/** Returns the id with the values. */
	Object of(List<?> values) {
		return of(values.iterator());
	}

	private Object of(Iterator<?> values) {
		@Nullable Object[] own = new Object[this.type.getNumberOfAttributeMappings()];
		this.type.forEachAttributeMapping(
				(position, attribute) -> own[position] = (attribute instanceof EmbeddableValuedModelPart embedded)
						? new CompositeId(embedded.getEmbeddableTypeDescriptor()).of(values) : values.next());
		return this.type.getRepresentationStrategy().getInstantiator().instantiate(() -> own);
	}

	/** Returns the values of the id, which may be null until it is stored. */
	List<@Nullable Object> values(@Nullable Object id) {
		List<@Nullable Object> values = new ArrayList<>();
		@Nullable Object[] own = (id != null) ? this.type.getValues(id) : new Object[this.type.getNumberOfAttributeMappings()];
		this.type.forEachAttributeMapping((position, attribute) -> {
			if (attribute instanceof EmbeddableValuedModelPart embedded) {
				values.addAll(new CompositeId(embedded.getEmbeddableTypeDescriptor()).values(own[position]));
			}
			else {
				values.add(own[position]);
			}
		});
		return values;
	}

	/** Whether two ids with the same values are equal, as required of an id. */
	boolean hasEquality() {
		return Arrays.stream(this.type.getJavaType().getJavaTypeClass().getMethods())
			.filter((method) -> method.getName().equals("equals") && method.getParameterCount() == 1
					&& method.getParameterTypes()[0] == Object.class)
			.anyMatch((method) -> method.getDeclaringClass() != Object.class);
	}

}
