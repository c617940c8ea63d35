package io.fusemount.data.jpa.directory;

import java.time.Instant;
import java.util.Objects;

import io.fusemount.core.name.Name;
import io.fusemount.core.name.NameCodec;
import io.fusemount.core.node.ExtendedAttributes;
import io.fusemount.core.node.Ownership;
import org.jspecify.annotations.Nullable;

/**
 * A row that is a directory, as it was found. Rows with the same id are equal.
 */
public final class FolderRow {

	private final Row row;

	FolderRow(Row row) {
		this.row = row;
	}

	Row row() {
		return this.row;
	}

	/**
	 * Returns the id.
	 */
	public Object id() {
		return this.row.id();
	}

	/**
	 * Whether the caller for whom the row was found may change it.
	 */
	public boolean isChangeable() {
		return this.row.right() == RowRight.CHANGE;
	}

	/**
	 * Returns the name that the text of the row is encoded to, whether or not the row has
	 * that name, or {@code null}.
	 */
	public @Nullable Name plainName() {
		String text = this.row.text();
		return (text != null) ? NameCodec.encode(text) : null;
	}

	/**
	 * Returns owner, group and mode.
	 */
	public Ownership ownership() {
		return this.row.ownership();
	}

	/**
	 * Returns the extended attributes.
	 */
	public ExtendedAttributes attributes() {
		return this.row.attributes();
	}

	/**
	 * Returns the time of birth, or {@code null} if it is not known.
	 */
	public @Nullable Instant created() {
		return this.row.created();
	}

	/**
	 * Returns the time of the last change, or {@code null} if it is not known.
	 */
	public @Nullable Instant modified() {
		return this.row.modified();
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof FolderRow folder && id().equals(folder.id());
	}

	@Override
	public int hashCode() {
		return Objects.hashCode(id());
	}

}
