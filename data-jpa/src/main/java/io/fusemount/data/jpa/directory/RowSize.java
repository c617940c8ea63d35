package io.fusemount.data.jpa.directory;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * The length of a row's content in bytes, as far as it is known.
 *
 * @param noted what the size property says, which the application may have filled wrongly
 * or not at all
 * @param measured what the content itself says, or {@code null} if it was not asked
 */
record RowSize(@Nullable Long noted, @Nullable Long measured) {

	/** The size of content that was stored just now. */
	static RowSize exact(long bytes) {
		return new RowSize(bytes, bytes);
	}

	RowSize withMeasured(long bytes) {
		return new RowSize(this.noted, bytes);
	}

	/** Returns the true length, or what is noted where that is all there is. */
	long bytes() {
		if (this.measured != null) {
			return this.measured;
		}
		return (this.noted != null) ? Math.max(0, this.noted) : 0;
	}

	boolean isMeasured() {
		return this.measured != null;
	}

	/** Whether what is noted says nothing: it may be true only of empty content. */
	boolean isUnnoted() {
		return this.noted == null || this.noted <= 0;
	}

	/** Whether it is known that what is noted is not true. */
	boolean isMisnoted() {
		return this.measured != null && !this.measured.equals(this.noted);
	}

	/** Whether both may be of the same content. */
	boolean isSame(RowSize other) {
		return (this.measured != null && other.measured != null) ? this.measured.equals(other.measured)
				: Objects.equals(this.noted, other.noted);
	}

}
