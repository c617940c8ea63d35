package io.fusemount.data.jpa.rights;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.criteria.Expression;
import org.hibernate.HibernateException;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.query.criteria.JpaSelectCriteria;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.expression.ValueExpression;
import org.springframework.data.expression.ValueExpressionParser;
import org.springframework.data.repository.query.ValueExpressionQueryRewriter;
import org.springframework.data.repository.query.ValueExpressionQueryRewriter.ParsedQuery;
import org.springframework.expression.ParseException;

/**
 * A condition on a row in the dialect of Spring Data's {@code @Query}: HQL, with values
 * of the caller as expressions.
 */
final class RowCondition {

	private static final String PARAMETER = "fuseMountValue";

	/** The prefix of the names of the parameters when a condition is checked. */
	private static final String CHECK = "check";

	private final String attribute;

	private final ConditionText text;

	private final List<ValueExpression> expressions;

	/** The condition as Hibernate understands it, once it is required. */
	private @Nullable Expression<Boolean> parsed;

	private RowCondition(String attribute, ConditionText text, List<ValueExpression> expressions) {
		this.attribute = attribute;
		this.text = text;
		this.expressions = List.copyOf(expressions);
	}

	/**
	 * Parses a condition.
	 * @param attribute the attribute of the annotation that has the condition
	 * @throws IllegalArgumentException if it cannot be used, with the reason as the
	 * predicate of a sentence
	 */
	static RowCondition parse(String attribute, String condition) {
		List<String> names = new ArrayList<>();
		ParsedQuery parsed;
		try {
			parsed = ValueExpressionQueryRewriter.of(ValueExpressionParser.create(), (index, expression) -> {
				names.add(PARAMETER + index);
				return PARAMETER + index;
			}, (prefix, name) -> ":" + name).parse(condition);
		}
		catch (ParseException | IllegalArgumentException | IllegalStateException ex) {
			throw new IllegalArgumentException("has an expression that cannot be parsed (" + ex.getMessage() + ")", ex);
		}
		Map<String, ValueExpression> expressions = parsed.getParameterMap();
		return new RowCondition(attribute, ConditionText.parse(parsed.getQueryString(), names),
				names.stream().map(expressions::get).toList());
	}

	/**
	 * Requires that the condition can be asked about the rows of an entity.
	 * @throws IllegalArgumentException if it cannot, with the reason as the predicate of
	 * a sentence
	 */
	void require(EntityManagerFactory unit, String entity) {
		try {
			// Without a session, which would have a tenant.
			this.parsed = ((JpaSelectCriteria<?>) unit.unwrap(SessionFactoryImplementor.class)
				.getQueryEngine()
				.interpretHql("select 1 from " + entity + " e_row where " + of("e_row", CHECK), Integer.class)
				.getSqmStatement()).getRestriction();
		}
		catch (HibernateException | IllegalArgumentException ex) {
			throw new IllegalArgumentException("Hibernate does not understand ("
					+ NestedExceptionUtils.getMostSpecificCause(ex).getMessage() + ")", ex);
		}
	}

	/** Returns the attribute of the annotation that has the condition. */
	String attribute() {
		return this.attribute;
	}

	/** Returns the expressions, in order. */
	List<ValueExpression> expressions() {
		return this.expressions;
	}

	/**
	 * Returns the condition in parentheses.
	 * @param alias the alias of the row
	 * @param parameter the prefix of the names of its parameters
	 */
	String of(String alias, String parameter) {
		return this.text.of(alias, parameter);
	}

	/**
	 * Whether no row meets the condition with these values, as far as the condition alone
	 * tells.
	 */
	boolean isNeverMet(List<@Nullable Object> values) {
		Map<String, @Nullable Object> named = new HashMap<>();
		for (int i = 0; i < values.size(); i++) {
			named.put(parameter(CHECK, i), values.get(i));
		}
		return this.parsed != null && Truth.of(this.parsed, named) == Truth.FALSE;
	}

	/** Returns the name of the parameter for the value of an expression. */
	static String parameter(String prefix, int index) {
		return prefix + "Value" + index;
	}

}
