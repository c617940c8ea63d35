package io.fusemount.data.jpa.directory;

import java.util.List;
import java.util.function.Supplier;

import io.fusemount.data.jpa.scope.CallerRights;
import io.fusemount.data.jpa.scope.Scope;

/**
 * A directory as the rows in it see it.
 *
 * @param scope the scope of the rows
 * @param path the path below the mount point, for messages
 * @param taken the names that take precedence in the directory
 * @param beside the rows of other tables that programs also name in the directory
 * @param rights returns the rights of the current caller on the rows, and may block
 * @param left called when a file has left the directory
 */
public record RowDirectory(Scope scope, String path, TakenNames taken, Supplier<List<RowTexts>> beside,
		Supplier<CallerRights> rights, Runnable left) {

	/** Returns the directory for the current caller, before anything is held. */
	RowDirectory ofCaller() {
		CallerRights known = this.rights.get();
		return new RowDirectory(this.scope.shownTo(known.filters()), this.path, this.taken, this.beside, () -> known,
				this.left);
	}

}
