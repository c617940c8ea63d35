package io.fusemount.data.jpa.tree;

import java.util.List;
import java.util.stream.Stream;

import io.fusemount.core.operation.Caller;
import io.fusemount.data.jpa.mapping.IdConditions;
import io.fusemount.data.jpa.rights.RowRights;
import io.fusemount.data.jpa.scope.Scope;
import io.fusemount.data.jpa.scope.UsedBound;

/**
 * The files that let a caller see the directories of a variable: a directory is there for
 * whoever may read one of its files.
 *
 * @param users the files, none if everybody sees all directories
 * @param id the conditions on the id of the rows of the variable
 */
record LevelReaders(List<LevelUser> users, IdConditions id) {

	LevelReaders {
		users = List.copyOf(users);
	}

	/**
	 * Returns the readers among the users of a variable. If a repository has no
	 * condition, everybody reads its files, and so sees the directories.
	 */
	static LevelReaders among(List<LevelUser> users, IdConditions id) {
		boolean guarded = users.stream().allMatch((user) -> user.rights().hidesRows());
		return new LevelReaders(guarded ? users : List.of(), id);
	}

	Stream<RowRights> rights() {
		return this.users.stream().map(LevelUser::rights);
	}

	/** Returns the rows that make directories for the current caller. May block. */
	Scope scope(TreeDirectory in) {
		if (this.users.isEmpty() || Caller.current() == null) {
			return Scope.ALL;
		}
		LevelUser first = this.users.get(0);
		if (this.users.size() == 1 && first.association().isEmpty()) {
			return in.shape().rightsHere(first.rights()).readable();
		}
		return Scope.ALL
			.and(new UsedBound(this.id, this.users.stream().map((user) -> user.readableIn(in)).toList(), null));
	}

}
