package io.fusemount.data.jpa.rights;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.From;
import jakarta.persistence.criteria.PluralJoin;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import org.hibernate.query.sqm.tree.SqmVisitableNode;
import org.jspecify.annotations.Nullable;

import org.springframework.data.jpa.domain.PredicateSpecification;

/**
 * A specification of one caller, equal to another one of the same caller if it says the
 * same. Statements have a mark in its place, until they are {@linkplain SpecifiedQuery
 * created}.
 */
public final class CallerSpecification {

	private static final AtomicLong CREATED = new AtomicLong();

	private final PredicateSpecification<Object> specification;

	private final Object caller;

	private final String text;

	private final boolean neverMet;

	private final String mark = "fuseMount:" + CREATED.incrementAndGet();

	private CallerSpecification(PredicateSpecification<Object> specification, Object caller, String text,
			boolean neverMet) {
		this.specification = specification;
		this.caller = caller;
		this.text = text;
		this.neverMet = neverMet;
	}

	/**
	 * Returns the specification, or {@code null} if it restricts nothing.
	 * @param caller what tells the caller apart from others
	 * @throws IllegalArgumentException if it cannot be a condition on single rows
	 */
	static @Nullable CallerSpecification of(PredicateSpecification<Object> specification, Class<?> entity,
			EntityManagerFactory unit, Object caller) {
		CriteriaBuilder builder = unit.getCriteriaBuilder();
		CriteriaQuery<Object> query = builder.createQuery();
		@SuppressWarnings("unchecked")
		Root<Object> row = query.from((Class<Object>) entity);
		Predicate predicate = specification.toPredicate(row, builder);
		if (row.getJoins().stream().anyMatch(PluralJoin.class::isInstance)) {
			throw new IllegalArgumentException(
					"A specification joins a collection, and would find a row several " + "times: use a subquery");
		}
		return (predicate != null) ? new CallerSpecification(specification, caller,
				((SqmVisitableNode) predicate).toHqlString(), Truth.of(predicate, Map.of()) == Truth.FALSE) : null;
	}

	/** Whether no row meets it, as far as it alone tells. */
	boolean isNeverMet() {
		return this.neverMet;
	}

	/**
	 * Returns the mark as a condition.
	 */
	public String condition() {
		return "'" + this.mark + "' = '" + this.mark + "'";
	}

	String mark() {
		return this.mark;
	}

	@SuppressWarnings("unchecked")
	Predicate on(From<?, ?> row, CriteriaBuilder builder) {
		Predicate predicate = this.specification.toPredicate((From<?, Object>) row, builder);
		if (predicate == null) {
			throw new IllegalStateException("A specification has lost its restriction");
		}
		return predicate;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof CallerSpecification same && this.caller.equals(same.caller)
				&& this.text.equals(same.text);
	}

	@Override
	public int hashCode() {
		return this.text.hashCode();
	}

}
