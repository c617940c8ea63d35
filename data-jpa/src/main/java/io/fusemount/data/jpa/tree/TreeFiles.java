package io.fusemount.data.jpa.tree;

import java.util.List;

import io.fusemount.data.jpa.directory.FileSource;
import io.fusemount.data.jpa.mapping.DirectorySegment;
import io.fusemount.data.jpa.rights.RowRights;
import io.fusemount.data.jpa.scope.Scope;

/**
 * The files of a repository at a point of its path.
 *
 * @param source the files
 * @param binder the binder of the path to the files
 */
record TreeFiles(FileSource source, Binder binder) {

	Scope scope(List<Step> steps) {
		return this.binder.scope(steps);
	}

	RowRights rights() {
		return this.source.mapping().rights();
	}

	/** Returns the rows of the files in a directory, whoever looks. */
	Occupants occupants(List<Step> steps) {
		return occupants(scope(steps));
	}

	/** Returns those of the rows that the current caller may read. May block. */
	Occupants readable(Shape shape, List<Step> steps) {
		return occupants(scope(steps).and(shape.rightsHere(rights()).readable()));
	}

	private Occupants occupants(Scope scope) {
		return new Occupants(this.source.access(), this.source.mapping().unit().sessionFactory(), entity(), scope,
				null);
	}

	/** Whether a variable may have no value for some files. */
	boolean isNullable(int variable) {
		DirectorySegment.Variable segment = this.binder.variables().get(variable);
		return segment != null && segment.path().isNullable();
	}

	/**
	 * Whether only announced rows determine the files in a directory: content of its own
	 * has no announcement, other callers may see other files, and names that no key keeps
	 * apart depend on each other.
	 */
	boolean isAnnounced(List<Step> steps) {
		return !rights().isGuarded() && this.source.hasVersionedContent() && !this.binder.hasFormula()
				&& this.source.isUnique(scope(steps));
	}

	boolean isWritable() {
		return this.source.mapping().writable();
	}

	String entity() {
		return this.source.mapping().entity().name();
	}

}
