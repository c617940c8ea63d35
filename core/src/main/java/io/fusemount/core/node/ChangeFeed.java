package io.fusemount.core.node;

import java.util.function.Consumer;

/**
 * Extension point: a source of news about nodes that changed by other ways than the
 * filesystem. News arrive after the change is committed.
 */
@FunctionalInterface
public interface ChangeFeed {

	/**
	 * Tells the listener, which is quick and may be called on any thread, of every node
	 * that is created, changed or deleted from now on.
	 */
	void subscribe(Consumer<NodeChange> listener);

}
