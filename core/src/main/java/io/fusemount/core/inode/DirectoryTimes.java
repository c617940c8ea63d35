package io.fusemount.core.inode;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * When the names of a directory changed last, as far as this process has seen it. Each
 * change moves the time, however quickly one follows the other: servers that export a
 * mount list a directory again only if its time has moved. {@link InodeTable} guards it.
 */
final class DirectoryTimes {

	/** {@code null} if its source tells. */
	@Nullable Instant changed;

	/** When the last complete listing was valid, {@code null} if there was none. */
	private @Nullable Instant listedAt;

	/** A number that stands for the names of the last complete listing. */
	private long listed;

	/** The kinds of nodes in the directory, mostly one. */
	private Set<String> spaces = Set.of();

	void change(Instant now) {
		Instant before = this.changed;
		this.changed = (before == null || now.isAfter(before)) ? now : before.plusNanos(1);
	}

	void set(Instant modified) {
		this.changed = modified;
		// It may have had this time before, with other names.
		this.listedAt = null;
	}

	void found(String space) {
		if (!this.spaces.contains(space)) {
			Set<String> more = new HashSet<>(this.spaces);
			more.add(space);
			this.spaces = Set.copyOf(more);
		}
	}

	/** Whether a node of this kind may be in it; in an empty directory, any may. */
	boolean mayHold(String space) {
		return this.spaces.contains(space) || this.spaces.isEmpty() && this.listedAt != null;
	}

	/**
	 * Records a complete listing. If the names are others and nobody has said so, that is
	 * a change now.
	 * @param since the modification time when the listing began
	 * @param modified the modification time now
	 * @return whether the names have changed
	 */
	boolean list(Instant since, Instant modified, long names) {
		return this.listedAt != null && this.listed != names && this.listedAt.equals(since) && modified.equals(since);
	}

	void listed(Instant modified, long names) {
		this.listedAt = modified;
		this.listed = names;
	}

}
