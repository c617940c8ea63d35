package io.fusemount.data.jpa.mapping;

/**
 * The rows of an entity, as queries name and tell them.
 *
 * @param entity the entity's name
 * @param id what queries say of their id
 */
public record RowIdentity(String entity, IdConditions id) {

	/**
	 * Returns the condition that a row has nothing at the end of a path.
	 * @param alias the row in the query
	 */
	public String lacks(String alias, PropertyPath path) {
		// Each association on the way would leave out the rows that have none.
		String other = alias + "_there";
		return path.isOwn() ? path.of(alias) + " is null" : "not exists (select 1 from " + this.entity + " " + other
				+ " where " + this.id.isSame(other, alias) + " and " + path.of(other) + " is not null)";
	}

}
