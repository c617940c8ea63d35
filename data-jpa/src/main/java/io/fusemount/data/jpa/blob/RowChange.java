package io.fusemount.data.jpa.blob;

import java.util.Map;

/**
 * A change of a row's content that a statement makes while it selects the entity, with
 * the row locked before.
 *
 * @param expression the change in HQL, which is null if nothing was done
 * @param parameters the values of its parameters
 */
public record RowChange(String expression, Map<String, Object> parameters) {

	/** The entity in the query. */
	public static final String ALIAS = "e";

}
