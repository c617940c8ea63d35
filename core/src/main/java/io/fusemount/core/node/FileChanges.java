package io.fusemount.core.node;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * The changes that one transaction makes to a file.
 *
 * @param content the whole new content, or {@code null} to leave it unchanged
 * @param modified the modification time that a program has set, or {@code null} for the
 * time of the change, if the content changes
 * @param changed the time of the change, which programs have seen as the modification
 * time, or {@code null} for now
 * @param created the birth time of a new file, which programs have seen, or {@code null}
 * for now
 * @param ownership what becomes of owner, group and mode, or what a new file begins with;
 * the file keeps it as far as it {@linkplain Node#keeps() can}
 * @param attributes what becomes of the extended attributes, or what a new file begins
 * with
 */
public record FileChanges(@Nullable ContentSource content, @Nullable Instant modified, @Nullable Instant changed,
		@Nullable Instant created, Ownership ownership, AttributeValues attributes) {

	/**
	 * Creates changes that leave ownership and attributes.
	 */
	public FileChanges(@Nullable ContentSource content, @Nullable Instant modified, @Nullable Instant changed,
			@Nullable Instant created) {
		this(content, modified, changed, created, Ownership.NONE, AttributeValues.NONE);
	}

	/**
	 * Creates changes whose times no program has seen, and that leave ownership and
	 * attributes.
	 */
	public FileChanges(@Nullable ContentSource content, @Nullable Instant modified) {
		this(content, modified, null, null);
	}

	/**
	 * Returns changes of ownership and attributes alone.
	 */
	public static FileChanges of(Ownership ownership, AttributeValues attributes) {
		return new FileChanges(null, null, null, null, ownership, attributes);
	}

	/**
	 * Returns the changes to a row that gets them instead of a new one.
	 */
	public FileChanges replacing(RegularFile row) {
		return with(this.ownership.ofReplaced(row.ownership()));
	}

	/**
	 * Returns these changes with others of the ownership.
	 */
	public FileChanges with(Ownership newOwnership) {
		return new FileChanges(this.content, this.modified, this.changed, this.created, newOwnership, this.attributes);
	}

}
