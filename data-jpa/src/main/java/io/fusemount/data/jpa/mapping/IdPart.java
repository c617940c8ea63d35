package io.fusemount.data.jpa.mapping;

/**
 * One column of an id.
 *
 * @param path the property, as named in queries
 * @param column the column, as it is written in SQL
 * @param type the type of its values
 * @param position the position among the values of the id
 * @param given whether a new entity gets its value from a generator or an association
 */
record IdPart(String path, String column, Class<?> type, int position, boolean given) {

}
