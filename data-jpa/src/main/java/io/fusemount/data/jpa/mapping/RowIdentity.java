package io.fusemount.data.jpa.mapping;

/**
 * The rows of an entity, with their name and their id in queries.
 *
 * @param entity the entity's name
 * @param id the conditions on the id
 */
public record RowIdentity(String entity, IdConditions id) {

	/**
	 * Returns the condition that a row has no value at the end of a path.
	 * @param alias the alias of the row in the query
	 */
	public String lacks(String alias, PropertyPath path) {
		// An inner join of each association would leave out the rows without one.
		String other = alias + "_there";
		return path.isOwn() ? path.of(alias) + " is null" : "not exists (select 1 from " + this.entity + " " + other
				+ " where " + this.id.isSame(other, alias) + " and " + path.of(other) + " is not null)";
	}

}
