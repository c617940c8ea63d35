package io.fusemount.data.jpa.rights;

import java.util.ArrayList;
import java.util.List;

import jakarta.persistence.EntityManagerFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.data.jpa.domain.PredicateSpecification;

/**
 * The rights that a bean of the application specifies.
 *
 * @param access the bean
 * @param entity the entity of the rows
 * @param unit the persistence unit of the entity
 */
record SpecifiedRights(RowAccess<Object> access, Class<?> entity, EntityManagerFactory unit) {

	/** The number of values: one for what is readable, and one for what is writable. */
	static final int VALUES = 2;

	/** Returns the specifications for the caller that is bound. */
	List<@Nullable Object> values(Object caller) {
		List<@Nullable Object> values = new ArrayList<>();
		for (PredicateSpecification<Object> specification : List.of(this.access.readable(), this.access.writable())) {
			values.add(CallerSpecification.of(specification, this.entity, this.unit, caller));
		}
		return values;
	}

}
