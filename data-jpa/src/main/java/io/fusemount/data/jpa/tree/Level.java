package io.fusemount.data.jpa.tree;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.data.jpa.directory.RowTexts;
import io.fusemount.data.jpa.directory.TakenNames;
import org.jspecify.annotations.Nullable;

/**
 * A variable of a path: a directory for each value of something.
 */
interface Level {

	/** Returns the point of the path behind the variable. */
	Shape below();

	/** Returns the directory with the name, or {@code null}. */
	@Nullable TreeDirectory find(TreeDirectory in, Name name);

	/** Returns a page of the directories. */
	DirectoryPage list(TreeDirectory in, @Nullable String position);

	/** Returns the rows that make directories here. */
	Occupants occupants(TreeDirectory in);

	/** Returns the names that directories have among those in question. */
	TakenNames names(TreeDirectory in);

	/**
	 * Returns the rows that programs make in a directory, each a directory of its own,
	 * {@code null} if they make none.
	 */
	default @Nullable RowTexts madeRows(TreeDirectory in) {
		return null;
	}

	/**
	 * Returns the directory whose step has a text, or {@code null} if there is none.
	 * @param text what {@link #text} returns
	 */
	@Nullable TreeDirectory find(TreeDirectory in, String text);

	/** Returns a text by which a step can be found again. */
	String text(Step step);

	/** Whether several directories could be meant by a name that none of them has. */
	default boolean isAmbiguous(TreeDirectory in, Name name) {
		return false;
	}

	/**
	 * Returns why programs may not make, remove or rename directories, as the end of a
	 * sentence about them, or {@code null} if they may.
	 */
	@Nullable String refusal();

	/** Whether a directory is there for its files only, and is gone with the last one. */
	default boolean isForFiles() {
		return false;
	}

	/** Makes a directory, where nothing {@linkplain #refusal refuses} that. */
	default TreeDirectory create(TreeDirectory in, Name name) {
		throw new IllegalStateException(refusal());
	}

	/** Removes a directory, where nothing {@linkplain #refusal refuses} that. */
	default void delete(TreeDirectory in, TreeDirectory directory) {
		throw new IllegalStateException(refusal());
	}

	/** Whether a directory of another place can be moved here. */
	default boolean takes(TreeDirectory directory) {
		return false;
	}

	/** Renames a directory, where nothing {@linkplain #refusal refuses} that. */
	default TreeDirectory rename(TreeDirectory in, TreeDirectory source, Name target,
			@Nullable TreeDirectory replaced) {
		throw new IllegalStateException(refusal());
	}

}
