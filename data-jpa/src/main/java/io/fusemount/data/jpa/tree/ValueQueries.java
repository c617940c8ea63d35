package io.fusemount.data.jpa.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import io.fusemount.data.jpa.mapping.PropertyPath;
import io.fusemount.data.jpa.scope.PeriodBound;
import io.fusemount.data.jpa.scope.Scope;
import io.fusemount.data.jpa.template.Period;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import org.jspecify.annotations.Nullable;

/**
 * The statements on the values of a property in the rows of an entity.
 *
 * @param entity the entity's name
 * @param property the property, the entity's own
 * @param text whether the values are text, of which the database may consider several
 * equal
 */
record ValueQueries(String entity, PropertyPath property, boolean text) {

	/** Conditions of repositories have no such alias of their own. */
	private static final String OTHER = "e_other";

	private String value() {
		return this.property.of("e");
	}

	/** Returns the selected expression: of several equal values, one stands for all. */
	private String selected() {
		return this.text ? "min(" + value() + ")" : value();
	}

	private String from(Scope scope, String condition) {
		return " from " + this.entity + " e" + scope.where("e", condition);
	}

	/** Returns values in order, those after the given one. */
	List<Object> page(EntityManager entityManager, Scope scope, @Nullable Object last, int limit) {
		TypedQuery<Object> query = Scope.query(entityManager,
				"select " + selected()
						+ from(scope, value() + " is not null" + ((last != null) ? " and " + value() + " > :last" : ""))
						+ " group by " + value() + " order by " + value(),
				Object.class, scope);
		scope.bind(query);
		if (last != null) {
			query.setParameter("last", last);
		}
		return query.setMaxResults(limit).getResultList();
	}

	/** Returns those of the values that occur in rows. */
	List<Object> find(EntityManager entityManager, Scope scope, List<Object> values) {
		TypedQuery<Object> query = Scope.query(entityManager,
				"select " + selected() + from(scope, value() + " in (:values)") + " group by " + value(), Object.class,
				scope);
		scope.bind(query);
		return query.setParameter("values", values).getResultList();
	}

	/** Returns the first and the last value, or an empty list. */
	List<Object> span(EntityManager entityManager, Scope scope) {
		TypedQuery<Object[]> query = Scope.query(entityManager,
				"select min(" + value() + "), max(" + value() + ")" + from(scope, value() + " is not null"),
				Object[].class, scope);
		scope.bind(query);
		Object[] values = query.getSingleResult();
		return (values[0] != null) ? List.of(values) : List.of();
	}

	/** Returns the first value that is not before a period, or {@code null}. */
	@Nullable Object first(EntityManager entityManager, Scope scope, Period period) {
		TypedQuery<Object> query = Scope.query(entityManager,
				"select min(" + value() + ")" + from(scope, value() + " >= :from"), Object.class, scope);
		scope.bind(query);
		query.setParameter("from", PeriodBound.value(this.property, period.start()));
		return query.getSingleResult();
	}

	/** Returns those of the periods that contain the time of a row. */
	List<Period> findPeriods(EntityManager entityManager, Scope scope, List<Period> periods) {
		if (periods.isEmpty()) {
			return List.of();
		}
		// Selected with one arbitrary row, so that each period costs one search of an
		// index.
		String selected = periods.stream()
			.map((period) -> "case when exists (select 1 from " + this.entity + " " + OTHER + " where "
					+ condition(OTHER, periods.indexOf(period)) + scope.and(OTHER) + ") then 1 else 0 end")
			.collect(Collectors.joining(", "));
		TypedQuery<Object> query = Scope.query(entityManager,
				"select " + selected + " from " + this.entity + " e" + scope.where("e"), Object.class, scope);
		scope.bind(query);
		for (int i = 0; i < periods.size(); i++) {
			query.setParameter("from" + i, PeriodBound.value(this.property, periods.get(i).start()));
			query.setParameter("to" + i, PeriodBound.value(this.property, periods.get(i).end()));
		}
		List<Period> found = new ArrayList<>();
		for (Object row : query.setMaxResults(1).getResultList()) {
			Object[] counts = (row instanceof Object[] several) ? several : new Object[] { row };
			for (int i = 0; i < counts.length; i++) {
				if (((Number) counts[i]).intValue() > 0) {
					found.add(periods.get(i));
				}
			}
		}
		return found;
	}

	private String condition(String alias, int period) {
		return this.property.of(alias) + " >= :from" + period + " and " + this.property.of(alias) + " < :to" + period;
	}

}
