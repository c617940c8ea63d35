package io.fusemount.data.jpa.feed;

/**
 * A table, as the database itself names it.
 *
 * @param schema the schema of the table
 * @param name its name within the schema
 */
record TableName(String schema, String name) {

}
