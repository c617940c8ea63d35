package io.fusemount.data.jpa.tree;

import java.util.List;

import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.mapping.IdConditions;
import io.fusemount.data.jpa.mapping.PropertyPath;
import io.fusemount.data.jpa.scope.Scope;
import io.fusemount.data.jpa.scope.UsedBound;

/**
 * The rows that have a property by which directories are named.
 *
 * @param binder what the steps before mean for them
 * @param users the files that have to refer to them, if the steps before say nothing of
 * them by themselves
 * @param id what queries say of their id
 * @param access the access to the database
 * @param pageSize how many directories one statement of a listing fetches
 */
record LevelRows(Binder binder, List<LevelUser> users, IdConditions id, DatabaseAccess access, int pageSize) {

	LevelRows {
		users = List.copyOf(users);
	}

	/** Returns the rows that have a value. */
	Occupants occupants(TreeDirectory directory, PropertyPath path) {
		return new Occupants(this.access, path.owner().getFactory(), this.binder.rows().entity(), in(directory), path);
	}

	Scope in(TreeDirectory directory) {
		Scope scope = this.binder.scope(directory.steps());
		return this.users.isEmpty() ? scope : scope
			.and(new UsedBound(this.id, this.users.stream().map((user) -> user.in(directory.steps())).toList(), null));
	}

}
