package io.fusemount.data.jpa.rights;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import jakarta.persistence.Query;
import org.jspecify.annotations.Nullable;

/**
 * A condition on a row with the values of one caller.
 */
public final class CallerCondition {

	private final RowCondition condition;

	private final List<@Nullable Object> values;

	CallerCondition(RowCondition condition, List<@Nullable Object> values) {
		this.condition = condition;
		this.values = Collections.unmodifiableList(new ArrayList<>(values));
	}

	/**
	 * Returns the condition in parentheses.
	 * @param alias the alias of the row in the query
	 * @param parameter the prefix of the names of its parameters
	 */
	public String of(String alias, String parameter) {
		return this.condition.of(alias, parameter);
	}

	/** Whether no row meets it, as far as it alone tells. */
	boolean isNeverMet() {
		return this.condition.isNeverMet(this.values);
	}

	/**
	 * Sets the parameters of the condition in a query.
	 * @param parameter the prefix of their names
	 */
	public void bind(Query query, String parameter) {
		for (int i = 0; i < this.values.size(); i++) {
			query.setParameter(RowCondition.parameter(parameter, i), this.values.get(i));
		}
	}

}
