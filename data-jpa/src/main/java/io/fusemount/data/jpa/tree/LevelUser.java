package io.fusemount.data.jpa.tree;

import java.util.List;

import io.fusemount.data.jpa.scope.UsedBound;

/**
 * The files whose paths go through a variable.
 *
 * @param binder the binder of the steps before
 * @param association the path from the files to the rows of the variable
 * @param isWritable whether files can be created
 */
record LevelUser(Binder binder, String association, boolean isWritable) {

	/** Returns the files in a directory with these steps. */
	UsedBound.User in(List<Step> steps) {
		return new UsedBound.User(this.binder.rows().entity(), this.association, this.binder.scope(steps));
	}

}
