package io.fusemount.data.jpa.directory;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * The length of a row's content in bytes, as far as it is known.
 *
 * @param noted the value of the size property, which the application may have set wrongly
 * or not at all
 * @param measured the length of the content itself, or {@code null} if it was not
 * measured
 */
record RowSize(@Nullable Long noted, @Nullable Long measured) {

	/** Returns the size of content that has just been stored. */
	static RowSize exact(long bytes) {
		return new RowSize(bytes, bytes);
	}

	RowSize withMeasured(long bytes) {
		return new RowSize(this.noted, bytes);
	}

	/** Returns the true length, or the noted length if nothing else is known. */
	long bytes() {
		if (this.measured != null) {
			return this.measured;
		}
		return (this.noted != null) ? Math.max(0, this.noted) : 0;
	}

	boolean isMeasured() {
		return this.measured != null;
	}

	/** Whether the noted length says nothing: it can be true only of empty content. */
	boolean isUnnoted() {
		return this.noted == null || this.noted <= 0;
	}

	/** Whether the noted length is known to be wrong. */
	boolean isMisnoted() {
		return this.measured != null && !this.measured.equals(this.noted);
	}

	/** Whether both may be the size of the same content. */
	boolean isSame(RowSize other) {
		return (this.measured != null && other.measured != null) ? this.measured.equals(other.measured)
				: Objects.equals(this.noted, other.noted);
	}

}
