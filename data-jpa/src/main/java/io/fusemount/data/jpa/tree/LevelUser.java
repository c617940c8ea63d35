package io.fusemount.data.jpa.tree;

import java.util.List;

import io.fusemount.data.jpa.rights.RowRights;
import io.fusemount.data.jpa.scope.Scope;
import io.fusemount.data.jpa.scope.UsedBound;

/**
 * The files whose paths go through a variable.
 *
 * @param binder the binder of the steps before
 * @param association the path from the files to the rows of the variable
 * @param isWritable whether files can be created
 * @param rights the rights of callers on the files
 */
record LevelUser(Binder binder, String association, boolean isWritable, RowRights rights) {

	/** Returns the files in a directory with these steps. */
	UsedBound.User in(List<Step> steps) {
		return user(this.binder.scope(steps));
	}

	/** Returns those of the files that the current caller may read. */
	UsedBound.User readableIn(TreeDirectory directory) {
		return user(this.binder.scope(directory.steps()).and(directory.shape().rightsHere(this.rights).readable()));
	}

	private UsedBound.User user(Scope scope) {
		return new UsedBound.User(this.binder.rows().entity(), this.association, scope);
	}

}
