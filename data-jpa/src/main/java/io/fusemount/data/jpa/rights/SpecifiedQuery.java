package io.fusemount.data.jpa.rights;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import jakarta.persistence.criteria.Predicate;
import org.hibernate.query.criteria.HibernateCriteriaBuilder;
import org.hibernate.query.criteria.JpaCriteriaQuery;
import org.hibernate.query.sqm.spi.BaseSemanticQueryWalker;
import org.hibernate.query.sqm.tree.expression.SqmLiteral;
import org.hibernate.query.sqm.tree.from.SqmRoot;
import org.hibernate.query.sqm.tree.predicate.SqmComparisonPredicate;
import org.hibernate.query.sqm.tree.predicate.SqmJunctionPredicate;
import org.hibernate.query.sqm.tree.select.SqmQuerySpec;
import org.hibernate.query.sqm.tree.select.SqmSelectStatement;

import org.springframework.util.StringUtils;

/**
 * Creates queries from HQL in which specifications take the place of their marks. Each
 * mark is in the {@code where} of the row that it is about, as a condition beside others.
 */
public final class SpecifiedQuery extends BaseSemanticQueryWalker {

	private final HibernateCriteriaBuilder builder;

	private final Map<String, CallerSpecification> specifications;

	private int replaced;

	private SpecifiedQuery(HibernateCriteriaBuilder builder, List<CallerSpecification> specifications) {
		this.builder = builder;
		this.specifications = specifications.stream()
			.collect(Collectors.toMap(CallerSpecification::mark, Function.identity(), (first, same) -> first));
	}

	/**
	 * Creates a query.
	 * @param specifications those whose marks it has
	 */
	public static <T> TypedQuery<T> create(EntityManager entityManager, String hql, Class<T> type,
			List<CallerSpecification> specifications) {
		if (specifications.isEmpty()) {
			return entityManager.createQuery(hql, type);
		}
		HibernateCriteriaBuilder builder = (HibernateCriteriaBuilder) entityManager.getCriteriaBuilder();
		JpaCriteriaQuery<T> query = builder.createQuery(hql, type);
		SpecifiedQuery marks = new SpecifiedQuery(builder, specifications);
		marks.visitSelectStatement((SqmSelectStatement<?>) query);
		if (marks.replaced != StringUtils.countOccurrencesOf(hql, "= 'fuseMount:")) {
			throw new IllegalStateException("A specification has no place in " + hql);
		}
		return entityManager.createQuery(query);
	}

	@Override
	public Object visitQuerySpec(SqmQuerySpec<?> spec) {
		super.visitQuerySpec(spec);
		if (spec.getRestriction() != null) {
			spec.setRestriction(replaced(spec.getRestriction(), spec.getFromClause().getRoots().get(0)));
		}
		return spec;
	}

	private Predicate replaced(Predicate predicate, SqmRoot<?> row) {
		if (predicate instanceof SqmJunctionPredicate junction
				&& junction.getOperator() == Predicate.BooleanOperator.AND && !junction.isNegated()) {
			return this.builder.and(junction.getPredicates().stream().map((part) -> replaced(part, row)).toList());
		}
		if (predicate instanceof SqmComparisonPredicate comparison
				&& comparison.getLeftHandExpression() instanceof SqmLiteral<?> mark) {
			CallerSpecification specification = this.specifications.get(String.valueOf(mark.getLiteralValue()));
			if (specification != null) {
				this.replaced++;
				return specification.on(row, this.builder);
			}
		}
		return predicate;
	}

}
