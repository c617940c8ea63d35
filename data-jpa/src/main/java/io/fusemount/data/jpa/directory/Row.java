package io.fusemount.data.jpa.directory;

import java.sql.Timestamp;
import java.time.Instant;
import java.time.temporal.Temporal;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * What a projection tells of one row.
 *
 * @param id the id
 * @param text the text that the file is named after
 * @param length the length of the content
 * @param version the version, if the entity has one
 * @param created time of birth, if known
 * @param modified time of the last change, if known
 * @param shared whether another row has the same text, or has had it
 */
record Row(Object id, @Nullable String text, RowSize length, @Nullable Object version, @Nullable Instant created,
		@Nullable Instant modified, boolean shared) {

	/** Returns the length of the content in bytes, as far as it is known. */
	long size() {
		return this.length.bytes();
	}

	Row withLength(RowSize newLength) {
		return new Row(this.id, this.text, newLength, this.version, this.created, this.modified, this.shared);
	}

	Row asShared() {
		return new Row(this.id, this.text, this.length, this.version, this.created, this.modified, true);
	}

	Row withModified(Instant newModified) {
		return new Row(this.id, this.text, this.length, this.version, this.created, newModified, this.shared);
	}

	/**
	 * Returns a text that no other content of a row with this id ever has, or
	 * {@code null} if nothing is known that says so. A version alone does not: an
	 * application that assigns ids may use one again, for a row that begins with the
	 * first version again. The times tell the two apart.
	 */
	@Nullable String contentVersion() {
		boolean timed = this.created != null || this.modified != null;
		return (timed && (this.version instanceof Number || this.version instanceof Temporal
				|| this.version instanceof Timestamp))
						? this.version + "/" + size() + "/" + stamp(this.created) + "/" + stamp(this.modified) : null;
	}

	/** Listings ask for it, of each row: a date in words takes too long. */
	private static String stamp(@Nullable Instant time) {
		return (time != null) ? time.getEpochSecond() + "." + time.getNano() : "";
	}

	/**
	 * Whether both are the same version of the same row. Without versions, size and time
	 * have to do.
	 */
	boolean isSameVersion(Row other) {
		if (!this.id.equals(other.id)) {
			return false;
		}
		if (this.version != null || other.version != null) {
			return Objects.equals(this.version, other.version);
		}
		return this.length.isSame(other.length) && Objects.equals(this.modified, other.modified);
	}

}
