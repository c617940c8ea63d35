package io.fusemount.core.filesystem;

import java.util.function.BooleanSupplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Attempt;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.tree.FileTree;
import org.jspecify.annotations.Nullable;

/**
 * The rules for a request that is asked for again because the process that had begun to
 * serve it has crashed: what it asks for may be done. If it cannot be done any more, and
 * names are as it wants them, it has been done. Another program or the application may
 * have done the same in that very moment; nobody can tell, and the outcome is the same.
 */
final class Repetition {

	private final FileTree tree;

	Repetition(FileTree tree) {
		this.tree = tree;
	}

	/** Removes a name: it is done if nothing has the name. */
	void removing(Place place, Runnable work) {
		run(work, Errno.ENOENT, () -> find(place) == null);
	}

	/**
	 * Makes a file or a directory: it is done if the name is that of one.
	 */
	void making(Place place, boolean directory, Runnable work) {
		run(work, Errno.EEXIST, () -> isThere(place, directory));
	}

	/** Renames: it is done if nothing has the old name, and something the new one. */
	void renaming(Place source, Place target, Runnable work) {
		run(work, Errno.ENOENT, () -> find(source) == null && find(target) != null);
	}

	/**
	 * Whether a file that a program wants to create, and that is there, may be the one
	 * that has been created for it.
	 */
	boolean hasCreated(Node taken) {
		Integer owner = taken.ownership().owner();
		return Attempt.isRepeated() && (owner == null || owner == Caller.currentUser());
	}

	private boolean isThere(Place place, boolean directory) {
		Node found = find(place);
		return found != null && found instanceof Directory == directory;
	}

	private @Nullable Node find(Place place) {
		return this.tree.lookupAgain(place);
	}

	private static void run(Runnable work, Errno undoable, BooleanSupplier done) {
		try {
			work.run();
		}
		catch (ErrnoException ex) {
			if (!Attempt.isRepeated() || ex.errno() != undoable || !done.getAsBoolean()) {
				throw ex;
			}
		}
	}

}
