package io.fusemount.data.jpa.mapping;

/**
 * What the column of the content can hold and how the application sees it.
 *
 * @param inMemory whether the entity holds the content as a {@code byte[]}
 * @param largeObject whether the column is of the database's type for large objects
 * @param length the most bytes that fit
 */
public record ContentColumn(boolean inMemory, boolean largeObject, long length) {

}
