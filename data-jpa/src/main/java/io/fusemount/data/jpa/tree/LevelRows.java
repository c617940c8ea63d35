package io.fusemount.data.jpa.tree;

import java.util.List;

import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.mapping.IdConditions;
import io.fusemount.data.jpa.mapping.PropertyPath;
import io.fusemount.data.jpa.scope.Scope;
import io.fusemount.data.jpa.scope.UsedBound;

/**
 * The rows with a property that names directories.
 *
 * @param binder the binder of the steps before
 * @param users the files that have to refer to the rows, if the steps before do not
 * restrict the rows
 * @param readers the files that let a caller see the directories
 * @param id the conditions on the id of the rows
 * @param access the access to the database
 * @param pageSize the number of directories that one statement of a listing fetches
 */
record LevelRows(Binder binder, List<LevelUser> users, LevelReaders readers, IdConditions id, DatabaseAccess access,
		int pageSize) {

	LevelRows {
		users = List.copyOf(users);
	}

	/** Returns the rows with a value of the property. */
	Occupants occupants(TreeDirectory directory, PropertyPath path) {
		return new Occupants(this.access, path.owner().getFactory(), this.binder.rows().entity(), in(directory), path);
	}

	/** Returns those of the rows that the current caller may know of. May block. */
	Scope readable(TreeDirectory directory) {
		return in(directory).and(this.readers.scope(directory));
	}

	/** Returns the rows in a directory, whoever looks. */
	Scope in(TreeDirectory directory) {
		Scope scope = this.binder.scope(directory.steps());
		return this.users.isEmpty() ? scope : scope
			.and(new UsedBound(this.id, this.users.stream().map((user) -> user.in(directory.steps())).toList(), null));
	}

}
