package io.fusemount.data.jpa.feed;

/**
 * A table, as the database itself calls it.
 *
 * @param schema the schema that it is in
 * @param name its name there
 */
record TableName(String schema, String name) {

}
