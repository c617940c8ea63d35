package io.fusemount.data.jpa.mapping;

import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * The column of the content, with its limits and its use by the application.
 *
 * @param inMemory whether the entity holds the content as a {@code byte[]} or as text
 * @param largeObject whether the column is of the database's type for large objects
 * @param length the maximum length in bytes, or in characters of text
 * @param text accepts the texts that the column can keep, {@code null} if it keeps bytes
 * @param pieces the table of the pieces, {@code null} if one value is the whole content
 */
public record ContentColumn(boolean inMemory, boolean largeObject, long length, @Nullable Predicate<String> text,
		@Nullable ContentPieces pieces) {

	/** Creates a column of bytes. */
	ContentColumn(boolean inMemory, boolean largeObject, long length) {
		this(inMemory, largeObject, length, null, null);
	}

	/** Creates a column of pieces. */
	ContentColumn(ContentPieces pieces) {
		this(false, false, pieces.mostBytes(), null, pieces);
	}

	/**
	 * Returns the maximum length in bytes that applies to any content.
	 */
	public long bytes() {
		return (this.text == null) ? this.length : Long.MAX_VALUE;
	}

}
