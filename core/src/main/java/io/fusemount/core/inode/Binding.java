package io.fusemount.core.inode;

import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import org.jspecify.annotations.Nullable;

/**
 * What a name stands for, as far as this process knows.
 */
public sealed interface Binding {

	/**
	 * A file that only this process has, shown to programs under this name.
	 */
	sealed interface Open extends Binding {

		OpenFile file();

	}

	/**
	 * A file without a row: it waits for its first commit, or stays local.
	 *
	 * @param file the file
	 */
	record Local(OpenFile file) implements Open {

	}

	/**
	 * A file that was deleted or superseded, and whose handles still use it under this
	 * name.
	 *
	 * @param file the file
	 */
	record Hidden(OpenFile file) implements Open {

	}

	/**
	 * A directory that only this process has.
	 *
	 * @param directory the directory
	 */
	record Made(ScratchDirectory directory) implements Binding {

	}

	/**
	 * A stored file that the database has under another name.
	 *
	 * @param pending says which
	 */
	record Moved(PendingRename pending) implements Binding {

	}

	/**
	 * Nothing, for the stored file of this name is shown under another one, or no more.
	 * Another file that the database has under the name is shown all the same.
	 *
	 * @param pending says which file it is
	 */
	record Waiting(PendingRename pending) implements Binding {

	}

	/**
	 * What the database had under this name when it was asked, or nothing.
	 *
	 * @param node a snapshot, {@code null} for nothing
	 * @param directory where it was found
	 * @param lease how long that counts
	 */
	record Known(@Nullable Node node, Directory directory, Lease lease) implements Binding {

	}

}
