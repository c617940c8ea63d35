package io.fusemount.data.jpa.directory;

/**
 * A row with the beginning of its content.
 *
 * @param row the row
 * @param bytes the first bytes, all if they are fewer than were asked for
 */
record RowHead(Row row, byte[] bytes) {

}
