package io.fusemount.data.jpa.tree;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.mapping.PropertyPath;
import io.fusemount.data.jpa.scope.Scope;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an entity that are files or directories in a directory.
 *
 * @param access the access to their database
 * @param unit the persistence unit
 * @param entity the name of the entity
 * @param scope the scope of the rows
 * @param property the property that must have a value, {@code null} for none
 */
record Occupants(DatabaseAccess access, SessionFactoryImplementor unit, String entity, Scope scope,
		@Nullable PropertyPath property) {

	private static final String PARAMETER = "rows";

	/**
	 * Whether any of the rows exist, with one statement for each persistence unit.
	 */
	static boolean exist(List<Occupants> occupants) {
		return occupants.stream()
			.collect(Collectors.groupingBy(Occupants::unit))
			.values()
			.stream()
			.anyMatch((together) -> !together.get(0).access.look((entityManager) -> found(entityManager, together))
				.isEmpty());
	}

	/** Returns an element if any row exists: the database stops at the first one. */
	private static List<Boolean> found(EntityManager entityManager, List<Occupants> occupants) {
		String conditions = IntStream.range(0, occupants.size())
			.mapToObj((i) -> occupants.get(i).exists("e_" + i, PARAMETER + i))
			.collect(Collectors.joining(" or "));
		TypedQuery<Boolean> query = Scope.query(entityManager,
				"select case when " + conditions + " then true else false end", Boolean.class,
				occupants.stream().map(Occupants::scope).toArray(Scope[]::new));
		for (int i = 0; i < occupants.size(); i++) {
			occupants.get(i).scope.bind(query, PARAMETER + i);
		}
		return query.getResultList().stream().filter(Boolean::booleanValue).toList();
	}

	private String exists(String alias, String parameter) {
		String conditions = this.scope.and(alias, parameter)
				+ ((this.property != null) ? " and " + this.property.of(alias) + " is not null" : "");
		return "exists (select 1 from " + this.entity + " " + alias
				+ (conditions.isEmpty() ? "" : " where" + conditions.substring(" and".length())) + ")";
	}

}
