package io.fusemount.data.jpa.tree;

import java.util.List;

import io.fusemount.data.jpa.directory.FileSource;
import io.fusemount.data.jpa.mapping.DirectorySegment;
import io.fusemount.data.jpa.scope.Scope;

/**
 * The files of a repository at a point of its path.
 *
 * @param source the files
 * @param binder which of them are in which directory
 */
record TreeFiles(FileSource source, Binder binder) {

	Scope scope(List<Step> steps) {
		return this.binder.scope(steps);
	}

	/** Whether there may be files for which a variable stands for nothing. */
	boolean isNullable(int variable) {
		DirectorySegment.Variable segment = this.binder.variables().get(variable);
		return segment != null && segment.path().isNullable();
	}

	boolean isWritable() {
		return this.source.mapping().writable();
	}

	String entity() {
		return this.source.mapping().entity().name();
	}

}
