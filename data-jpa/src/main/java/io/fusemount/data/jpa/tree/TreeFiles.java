package io.fusemount.data.jpa.tree;

import java.util.List;
import java.util.function.Supplier;

import io.fusemount.core.node.ChangeFeed;
import io.fusemount.data.jpa.directory.FileSource;
import io.fusemount.data.jpa.mapping.DirectorySegment;
import io.fusemount.data.jpa.rights.RowRights;
import io.fusemount.data.jpa.scope.Scope;
import org.jspecify.annotations.Nullable;

/**
 * The files of a repository at a point of its path.
 *
 * @param source the files
 * @param binder the binder of the path to the files
 * @param news returns the feed that reports every change of the files, or {@code null}
 */
record TreeFiles(FileSource source, Binder binder, Supplier<@Nullable ChangeFeed> news) {

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

	/** Whether a formula, and so any other row, may determine where a file is. */
	boolean isPlacedByFormula() {
		return this.binder.variables().stream().anyMatch((variable) -> variable != null && variable.path().isFormula());
	}

	boolean isWritable() {
		return this.source.mapping().writable();
	}

	String entity() {
		return this.source.mapping().entity().name();
	}

}
