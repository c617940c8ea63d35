package io.fusemount.data.jpa.mapping;

import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * What the column of the content can hold and how the application sees it.
 *
 * @param inMemory whether the entity holds the content as a {@code byte[]} or as text
 * @param largeObject whether the column is of the database's type for large objects
 * @param length the most bytes that fit, or characters of text
 * @param text what text the column can keep, or {@code null} if it keeps bytes
 */
public record ContentColumn(boolean inMemory, boolean largeObject, long length, @Nullable Predicate<String> text) {

	/** Bytes. */
	ContentColumn(boolean inMemory, boolean largeObject, long length) {
		this(inMemory, largeObject, length, null);
	}

	/**
	 * Returns the most bytes that fit, whatever they are.
	 */
	public long bytes() {
		return (this.text == null) ? this.length : Long.MAX_VALUE;
	}

}
