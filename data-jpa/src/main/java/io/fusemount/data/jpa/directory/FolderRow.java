package io.fusemount.data.jpa.directory;

import java.time.Instant;
import java.util.Objects;

import io.fusemount.core.name.Name;
import io.fusemount.core.name.NameCodec;
import org.jspecify.annotations.Nullable;

/**
 * A row that is a directory, as it was found. Equal for the same row.
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
	 * Returns the name that its text stands for, whether it has that or not, or
	 * {@code null}.
	 */
	public @Nullable Name plainName() {
		String text = this.row.text();
		return (text != null) ? NameCodec.encode(text) : null;
	}

	/**
	 * Returns the time of birth, if it is known.
	 */
	public @Nullable Instant created() {
		return this.row.created();
	}

	/**
	 * Returns the time of the last change, if it is known.
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
