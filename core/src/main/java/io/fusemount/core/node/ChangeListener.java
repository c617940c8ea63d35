package io.fusemount.core.node;

import java.time.Duration;

/**
 * Who wants to hear of nodes that changed by other ways than the filesystem. Its methods
 * are quick and may be called on any thread.
 */
@FunctionalInterface
public interface ChangeListener {

	/**
	 * A node was created, changed or deleted.
	 */
	void changed(NodeChange change);

	/**
	 * Any nodes may have been created, changed or deleted: nobody can tell which. What
	 * keeps nothing of them has nothing to do.
	 */
	default void missed() {
	}

	/**
	 * From now on, every change is told of, whoever makes it; what came before has been
	 * told as {@link #missed()}.
	 * @param timeToLive how long what is known may be believed, therefore; zero if
	 * changes may go untold from now on, and {@link #missed()} follows for those that
	 * already have
	 */
	default void assured(Duration timeToLive) {
	}

}
