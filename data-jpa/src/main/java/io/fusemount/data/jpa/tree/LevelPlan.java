package io.fusemount.data.jpa.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.fusemount.data.jpa.mapping.DirectorySegment;
import io.fusemount.data.jpa.mapping.FileMapping;
import io.fusemount.data.jpa.mapping.FolderMapping;
import io.fusemount.data.jpa.mapping.PropertyPath;
import io.fusemount.data.jpa.mapping.RowIdentity;
import io.fusemount.data.jpa.mapping.RowMapping;
import io.fusemount.data.jpa.rights.RowRights;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a variable while the paths of a mount are combined: its origin, and the
 * files behind it.
 */
final class LevelPlan {

	/** The repository whose path has the variable first. */
	private final Class<?> repository;

	private final Shape below;

	private final int before;

	private final @Nullable FolderMapping folders;

	private final DirectorySegment.@Nullable Variable variable;

	private final List<Use> uses = new ArrayList<>();

	/** Creates the plan from the repository of the directories. */
	LevelPlan(FolderMapping folders, Shape below, int before) {
		this.repository = folders.repositoryInterface();
		this.below = below;
		this.before = before;
		this.folders = folders;
		this.variable = null;
	}

	/**
	 * Creates the plan from the path of a repository of files, or of directories below.
	 */
	LevelPlan(Class<?> repository, DirectorySegment.Variable variable, Shape below, int before) {
		this.repository = repository;
		this.below = below;
		this.before = before;
		this.folders = null;
		this.variable = variable;
	}

	Class<?> repository() {
		return this.repository;
	}

	Shape below() {
		return this.below;
	}

	/** Returns the number of variables before this one. */
	int before() {
		return this.before;
	}

	/**
	 * Returns the repository of the directories if it is at this point, or {@code null}.
	 */
	@Nullable FolderMapping folders() {
		return this.folders;
	}

	List<Use> uses() {
		return this.uses;
	}

	/** Returns the rows that are directories, or {@code null} for values or periods. */
	@Nullable RowMapping rows() {
		if (this.folders != null) {
			return this.folders.row();
		}
		return (this.variable instanceof DirectorySegment.Rows rows) ? rows.target() : null;
	}

	/**
	 * Returns the association of a directory with its parent, or {@code null} without a
	 * tree.
	 */
	@Nullable PropertyPath parent() {
		if (this.folders != null) {
			return this.folders.parent();
		}
		return (this.variable instanceof DirectorySegment.Rows rows) ? rows.parent() : null;
	}

	/** Whether a repository has all rows that can be directories. */
	boolean isKnown() {
		return this.folders != null || this.variable instanceof DirectorySegment.Rows rows && rows.known();
	}

	/** Returns a text that identifies the kind of directories, for comparison. */
	String identity() {
		if (this.folders != null) {
			return identity(this.folders.row());
		}
		return identity(Objects.requireNonNull(this.variable));
	}

	static String identity(DirectorySegment.Variable variable) {
		if (variable instanceof DirectorySegment.Rows rows) {
			return identity(rows.target());
		}
		String property = variable.path().owner().getEntityName() + "." + variable.path().property();
		return (variable instanceof DirectorySegment.Periods periods) ? property + " by " + periods.pattern()
				: property;
	}

	private static String identity(RowMapping row) {
		return row.type().getName() + "." + row.fileName();
	}

	/**
	 * The files or directories of a repository whose path goes through the variable.
	 *
	 * @param repository the repository's interface
	 * @param entity the entity
	 * @param binder the binder of its path
	 * @param variable the variable
	 * @param files the files, {@code null} for directories
	 * @param rights the rights of callers on the files or directories
	 */
	record Use(Class<?> repository, Class<?> entity, Binder binder, DirectorySegment.Variable variable,
			@Nullable FileMapping files, RowRights rights) {

		/** Returns the path to the rows that are the directories or have the property. */
		String association() {
			return (this.variable instanceof DirectorySegment.Rows rows) ? rows.path().name()
					: this.variable.path().toOwner();
		}

		RowIdentity owner() {
			if (this.variable instanceof DirectorySegment.Values values) {
				return values.owner();
			}
			return (this.variable instanceof DirectorySegment.Periods periods) ? periods.owner()
					: new RowIdentity(((DirectorySegment.Rows) this.variable).target().name(),
							((DirectorySegment.Rows) this.variable).target().id().conditions());
		}

	}

}
