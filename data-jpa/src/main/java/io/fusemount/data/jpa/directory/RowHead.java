package io.fusemount.data.jpa.directory;

/**
 * A row with the beginning of its content.
 *
 * @param row the row
 * @param bytes the first bytes, or all bytes if there are fewer than requested
 */
record RowHead(Row row, byte[] bytes) {

}
