package io.fusemount.core.node;

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

}
