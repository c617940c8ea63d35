package io.fusemount.data.jpa.rights;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Predicate;
import org.hibernate.query.sqm.ComparisonOperator;
import org.hibernate.query.sqm.tree.expression.SqmLiteral;
import org.hibernate.query.sqm.tree.expression.SqmNamedParameter;
import org.hibernate.query.sqm.tree.expression.ValueBindJpaCriteriaParameter;
import org.hibernate.query.sqm.tree.predicate.SqmBooleanExpressionPredicate;
import org.hibernate.query.sqm.tree.predicate.SqmComparisonPredicate;
import org.hibernate.query.sqm.tree.predicate.SqmGroupedPredicate;
import org.hibernate.query.sqm.tree.predicate.SqmJunctionPredicate;
import org.hibernate.query.sqm.tree.predicate.SqmNegatedPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a condition whatever the row: whether an <code>and</code> has a part
 * that is false for the caller, for example. Only truth values and integers are compared,
 * since the database alone knows which texts are equal.
 */
enum Truth {

	TRUE, FALSE, UNKNOWN;

	/**
	 * Returns what is known of a condition.
	 * @param values the values of its parameters by their names
	 */
	static Truth of(Expression<Boolean> condition, Map<String, @Nullable Object> values) {
		if (condition instanceof SqmGroupedPredicate grouped) {
			return of(grouped.getSubPredicate(), values);
		}
		if (condition instanceof SqmNegatedPredicate negated) {
			return of(negated.getWrappedPredicate(), values).negated(true);
		}
		if (condition instanceof SqmJunctionPredicate junction) {
			return of(junction, values).negated(junction.isNegated());
		}
		if (condition instanceof SqmBooleanExpressionPredicate expression) {
			return of(value(expression.getBooleanExpression(), values)).negated(expression.isNegated());
		}
		return (condition instanceof SqmComparisonPredicate comparison)
				? of(comparison, values).negated(comparison.isNegated()) : UNKNOWN;
	}

	private static Truth of(SqmJunctionPredicate junction, Map<String, @Nullable Object> values) {
		List<Truth> parts = junction.getPredicates().stream().map((part) -> of(part, values)).toList();
		boolean all = junction.getOperator() == Predicate.BooleanOperator.AND;
		Truth deciding = all ? FALSE : TRUE;
		return parts.contains(deciding) ? deciding : parts.contains(UNKNOWN) ? UNKNOWN : deciding.negated(true);
	}

	private static Truth of(SqmComparisonPredicate comparison, Map<String, @Nullable Object> values) {
		Object left = value(comparison.getLeftHandExpression(), values);
		Object right = value(comparison.getRightHandExpression(), values);
		ComparisonOperator operator = comparison.getSqmOperator();
		boolean comparable = left instanceof Boolean && right instanceof Boolean
				|| left instanceof Integer && right instanceof Integer;
		if (!comparable || operator != ComparisonOperator.EQUAL && operator != ComparisonOperator.NOT_EQUAL) {
			return UNKNOWN;
		}
		return of((Object) Objects.equals(left, right)).negated(operator == ComparisonOperator.NOT_EQUAL);
	}

	private static Truth of(@Nullable Object value) {
		return (value instanceof Boolean truth) ? (truth ? TRUE : FALSE) : UNKNOWN;
	}

	private static @Nullable Object value(Expression<?> expression, Map<String, @Nullable Object> values) {
		if (expression instanceof SqmLiteral<?> literal) {
			return literal.getLiteralValue();
		}
		if (expression instanceof ValueBindJpaCriteriaParameter<?> parameter) {
			return parameter.getValue();
		}
		return (expression instanceof SqmNamedParameter<?> parameter) ? values.get(parameter.getName()) : null;
	}

	private Truth negated(boolean negated) {
		return (!negated || this == UNKNOWN) ? this : (this == TRUE) ? FALSE : TRUE;
	}

}
