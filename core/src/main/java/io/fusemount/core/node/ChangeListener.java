package io.fusemount.core.node;

import java.time.Duration;

/**
 * Is notified of nodes that were changed by other ways than the filesystem.
 * Implementations must be quick, and may be called on any thread.
 */
@FunctionalInterface
public interface ChangeListener {

	/**
	 * Called when a node was created, changed or deleted.
	 */
	void changed(NodeChange change);

	/**
	 * Called when any nodes may have been created, changed or deleted, and it is unknown
	 * which. A listener that caches nothing has nothing to do.
	 */
	default void missed() {
	}

	/**
	 * Called when every change will be reported from now on, whatever its origin; earlier
	 * unreported changes have been announced by {@link #missed()}.
	 * @param timeToLive how long cached data stays valid under this guarantee; zero if
	 * changes may go unreported from now on, in which case {@link #missed()} follows for
	 * those that already have
	 */
	default void assured(Duration timeToLive) {
	}

}
