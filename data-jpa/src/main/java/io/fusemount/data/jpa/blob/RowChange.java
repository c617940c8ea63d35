package io.fusemount.data.jpa.blob;

import java.util.Map;

/**
 * A change of a row's content that a statement makes while it selects the entity, after
 * locking the row.
 *
 * @param expression the change in HQL, null if nothing was done
 * @param parameters the values of its parameters
 */
public record RowChange(String expression, Map<String, Object> parameters) {

	/** The alias of the entity in the query. */
	public static final String ALIAS = "e";

}
