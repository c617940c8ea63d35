package io.fusemount.data.jpa.scope;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.data.jpa.rights.CallerSpecification;
import io.fusemount.data.jpa.rights.SpecifiedQuery;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import jakarta.persistence.TypedQuery;
import org.jspecify.annotations.Nullable;

/**
 * The conditions that the rows of a directory have in common.
 *
 * @param bounds the conditions; equal for equal directories
 * @param filters what tells apart the callers to whom statements show other rows of them;
 * empty if there are none
 */
public record Scope(List<Bound> bounds, List<@Nullable Object> filters) {

	/**
	 * All rows.
	 */
	public static final Scope ALL = new Scope(List.of(), List.of());

	private static final String PARAMETER = "scope";

	public Scope {
		bounds = List.copyOf(bounds);
	}

	/**
	 * Returns the rows of this scope that meet one more condition.
	 */
	public Scope and(Bound bound) {
		List<Bound> all = new ArrayList<>(this.bounds);
		all.add(bound);
		return new Scope(all, this.filters);
	}

	/**
	 * Returns the rows of this scope that are also in another one.
	 */
	public Scope and(Scope other) {
		List<Bound> all = new ArrayList<>(this.bounds);
		all.addAll(other.bounds);
		return new Scope(all, this.filters);
	}

	/**
	 * Returns the same rows as statements show them to some callers.
	 */
	public Scope shownTo(List<@Nullable Object> callers) {
		return callers.equals(this.filters) ? this : new Scope(this.bounds, callers);
	}

	/**
	 * Returns the conditions, each preceded by <code>and</code>.
	 * @param alias the alias of the row in the query
	 */
	public String and(String alias) {
		return and(alias, PARAMETER);
	}

	/**
	 * Returns the conditions, each preceded by <code>and</code>.
	 * @param alias the alias of the row in the query
	 * @param parameter the prefix of the names of their parameters
	 */
	public String and(String alias, String parameter) {
		StringBuilder conditions = new StringBuilder();
		for (int i = 0; i < this.bounds.size(); i++) {
			conditions.append(" and ").append(this.bounds.get(i).condition(alias, parameter + i));
		}
		return conditions.toString();
	}

	/**
	 * Returns the conditions as the <code>where</code> clause of a query, which may be
	 * empty.
	 * @param alias the alias of the row in the query
	 */
	public String where(String alias) {
		String own = and(alias);
		return own.isEmpty() ? "" : " where" + own.substring(" and".length());
	}

	/**
	 * Returns the conditions with one more before them, as the <code>where</code> clause
	 * of a query.
	 * @param alias the alias of the row in the query
	 */
	public String where(String alias, String condition) {
		return where(alias, condition, PARAMETER);
	}

	/**
	 * Returns the conditions with one more before them, as the <code>where</code> clause
	 * of a query.
	 * @param alias the alias of the row in the query
	 * @param parameter the prefix of the names of their parameters
	 */
	public String where(String alias, String condition, String parameter) {
		return " where " + condition + and(alias, parameter);
	}

	Stream<CallerSpecification> specifications() {
		return this.bounds.stream().flatMap(Bound::specifications);
	}

	/**
	 * Creates a query.
	 * @param scopes the scopes whose conditions it has
	 */
	public static <T> TypedQuery<T> query(EntityManager entityManager, String hql, Class<T> type, Scope... scopes) {
		return SpecifiedQuery.create(entityManager, hql, type,
				Stream.of(scopes).flatMap(Scope::specifications).toList());
	}

	/**
	 * Sets the parameters of the conditions in a query.
	 */
	public void bind(Query query) {
		bind(query, PARAMETER);
	}

	/**
	 * Sets the parameters of the conditions in a query.
	 * @param parameter the prefix of the names of the parameters
	 */
	public void bind(Query query, String parameter) {
		for (int i = 0; i < this.bounds.size(); i++) {
			this.bounds.get(i).bind(query, parameter + i);
		}
	}

	/**
	 * Returns the columns in which all rows of this scope have the same value, without
	 * quotes.
	 */
	public Set<String> columns() {
		return this.bounds.stream().flatMap((bound) -> bound.columns().stream()).collect(Collectors.toSet());
	}

	/**
	 * Returns the columns in which no row of this scope has a value, without quotes.
	 */
	public Set<String> emptyColumns() {
		return this.bounds.stream().flatMap((bound) -> bound.emptyColumns().stream()).collect(Collectors.toSet());
	}

	/**
	 * Returns a text that distinguishes the rows of this scope from those of other
	 * directories, the same in every process.
	 */
	public String identity() {
		return this.bounds.stream().map(Bound::identity).collect(Collectors.joining(", ", "[", "]"));
	}

	/**
	 * Returns why no row can be put into this scope, as a sentence without a full stop,
	 * or {@code null} if rows can.
	 */
	public @Nullable String refusal() {
		return this.bounds.stream().map(Bound::refusal).filter(Objects::nonNull).findFirst().orElse(null);
	}

	/**
	 * Changes an entity so that it meets the conditions.
	 */
	public void apply(EntityManager entityManager, Object entity) {
		this.bounds.forEach((bound) -> bound.apply(entityManager, entity));
	}

}
