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
 * @param size length of the content in bytes
 * @param version the version, if the entity has one
 * @param created time of birth, if known
 * @param modified time of the last change, if known
 * @param shared whether another row has the same text, or has had it
 */
record Row(Object id, @Nullable String text, long size, @Nullable Object version, @Nullable Instant created,
		@Nullable Instant modified, boolean shared) {

	Row asShared() {
		return new Row(this.id, this.text, this.size, this.version, this.created, this.modified, true);
	}

	Row withModified(Instant newModified) {
		return new Row(this.id, this.text, this.size, this.version, this.created, newModified, this.shared);
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
						? this.version + "/" + this.size + "/" + this.created + "/" + this.modified : null;
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
		return this.size == other.size && Objects.equals(this.modified, other.modified);
	}

}
