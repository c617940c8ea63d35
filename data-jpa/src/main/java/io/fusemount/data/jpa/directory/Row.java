package io.fusemount.data.jpa.directory;

import java.sql.Timestamp;
import java.time.Instant;
import java.time.temporal.Temporal;
import java.util.HexFormat;
import java.util.Objects;

import io.fusemount.core.node.ExtendedAttributes;
import io.fusemount.core.node.Ownership;
import org.jspecify.annotations.Nullable;

/**
 * The values that a projection selects of one row.
 *
 * @param id the id
 * @param text the text that gives the file its name
 * @param length the length of the content
 * @param version the version, if the entity has one
 * @param created the time of birth, {@code null} if unknown
 * @param modified the time of the last change, {@code null} if unknown
 * @param shared whether another row has or had the same text
 * @param right what the caller may do with the row for whom it was selected
 * @param ownership owner, group and mode
 * @param attributes the extended attributes
 */
record Row(Object id, @Nullable String text, RowSize length, @Nullable Object version, @Nullable Instant created,
		@Nullable Instant modified, boolean shared, RowRight right, Ownership ownership,
		ExtendedAttributes attributes) {

	/** Creates a row that the caller may change. */
	Row(Object id, @Nullable String text, RowSize length, @Nullable Object version, @Nullable Instant created,
			@Nullable Instant modified, boolean shared, Ownership ownership, ExtendedAttributes attributes) {
		this(id, text, length, version, created, modified, shared, RowRight.CHANGE, ownership, attributes);
	}

	/** Returns the length of the content in bytes, as far as it is known. */
	long size() {
		return this.length.bytes();
	}

	Row withLength(RowSize newLength) {
		return new Row(this.id, this.text, newLength, this.version, this.created, this.modified, this.shared,
				this.right, this.ownership, this.attributes);
	}

	/** Returns the row with the length and the right of the same row as it was found. */
	Row asFound(Row found) {
		return new Row(this.id, this.text, found.length, this.version, this.created, this.modified, this.shared,
				found.right, this.ownership, this.attributes);
	}

	Row asShared() {
		return new Row(this.id, this.text, this.length, this.version, this.created, this.modified, true, this.right,
				this.ownership, this.attributes);
	}

	Row asHidden() {
		return new Row(this.id, this.text, this.length, this.version, this.created, this.modified, this.shared,
				RowRight.HIDDEN, this.ownership, this.attributes);
	}

	Row withModified(Instant newModified) {
		return new Row(this.id, this.text, this.length, this.version, this.created, newModified, this.shared,
				this.right, this.ownership, this.attributes);
	}

	/**
	 * Returns a text that is unique for each content of a row with this id, or
	 * {@code null} if nothing known ensures that. A version alone does not: an
	 * application that assigns ids may reuse one, for a row that starts with the first
	 * version again. The times tell the two apart.
	 */
	@Nullable String contentVersion() {
		boolean timed = this.created != null || this.modified != null;
		return (timed && (this.version instanceof Number || this.version instanceof Temporal
				|| this.version instanceof Timestamp))
						? this.version + "/" + size() + "/" + stamp(this.created) + "/" + stamp(this.modified) : null;
	}

	/** Listings need it for each row, and formatting a date takes too long. */
	private static String stamp(@Nullable Instant time) {
		return (time != null) ? time.getEpochSecond() + "." + time.getNano() : "";
	}

	/** Returns a text that is the same for the same version in every process. */
	String versionText() {
		if (this.version instanceof byte[] bytes) {
			return HexFormat.of().formatHex(bytes);
		}
		return (this.version != null) ? this.version.toString() : stamp(this.modified);
	}

	/**
	 * Whether both are the same version of the same row. Without versions, size and time
	 * decide.
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
