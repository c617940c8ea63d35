package io.fusemount.data.jpa.directory;

/**
 * What a caller may do with a row. Statements select the ordinal.
 */
enum RowRight {

	HIDDEN, READ, CHANGE

}
