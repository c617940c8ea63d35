package io.fusemount.data.jpa.tree;

import java.util.Set;
import java.util.stream.Stream;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.Ownership;
import io.fusemount.data.jpa.directory.RowTexts;
import io.fusemount.data.jpa.directory.TakenNames;
import io.fusemount.data.jpa.rights.RowRights;
import org.jspecify.annotations.Nullable;

/**
 * A variable of a path: a directory for each row, value or period.
 */
interface Level {

	/** Returns the point of the path behind the variable. */
	Shape below();

	/** Returns the directory with the name, or {@code null}. */
	@Nullable TreeDirectory find(TreeDirectory in, Name name);

	/** Returns a page of the directories. */
	DirectoryPage list(TreeDirectory in, @Nullable String position);

	/** Returns the rights that decide which directories a caller sees. */
	Stream<RowRights> rights();

	/** Returns the rows that make directories in a directory, whoever looks. */
	Occupants occupants(TreeDirectory in);

	/** Returns the names that directories have, of those in question, whoever looks. */
	TakenNames names(TreeDirectory in);

	/**
	 * Returns the rows that programs create in a directory, each as a directory, or
	 * {@code null} if programs create none.
	 */
	default @Nullable RowTexts madeRows(TreeDirectory in) {
		return null;
	}

	/**
	 * Returns the directory whose step has a text, or {@code null} if there is none.
	 * @param text a text that {@link #text} returns
	 */
	@Nullable TreeDirectory find(TreeDirectory in, String text);

	/** Returns a text that identifies a step. */
	String text(Step step);

	/** Whether a name that no directory has could mean several directories. */
	default boolean isTaken(TreeDirectory in, Name name) {
		return false;
	}

	/**
	 * Returns why programs cannot create, remove or rename directories, as the end of a
	 * sentence about these, or {@code null} if programs can.
	 */
	@Nullable String refusal();

	/** Whether a directory exists for its files only, and vanishes with the last one. */
	default boolean isForFiles() {
		return false;
	}

	/**
	 * Whether only announced rows determine the directories in a directory. Others may
	 * disappear with their last file, without an announcement.
	 */
	default boolean isAnnounced(TreeDirectory in) {
		return false;
	}

	/** Creates a directory, unless {@linkplain #refusal refused}. */
	default TreeDirectory create(TreeDirectory in, Name name, Ownership initial) {
		throw new IllegalStateException(refusal());
	}

	/** Returns what of their ownership the directories keep. */
	default Set<Ownership.Part> kept() {
		return Set.of();
	}

	/**
	 * Changes the ownership of a directory, as far as it is {@linkplain #kept kept}, and
	 * its extended attributes.
	 */
	default TreeDirectory own(TreeDirectory directory, Ownership changes, AttributeValues attributes) {
		throw new IllegalStateException("Nothing is kept");
	}

	/** Removes a directory, unless {@linkplain #refusal refused}. */
	default void delete(TreeDirectory in, TreeDirectory directory) {
		throw new IllegalStateException(refusal());
	}

	/** Whether a directory from elsewhere can be moved here. */
	default boolean takes(TreeDirectory directory) {
		return false;
	}

	/** Renames a directory, unless {@linkplain #refusal refused}. */
	default TreeDirectory rename(TreeDirectory in, TreeDirectory source, Name target,
			@Nullable TreeDirectory replaced) {
		throw new IllegalStateException(refusal());
	}

}
