package io.fusemount.core.node;

import org.jspecify.annotations.Nullable;

/**
 * Extension point: a source of news about nodes that changed by other ways than the
 * filesystem. News arrive after the change is committed.
 */
@FunctionalInterface
public interface ChangeFeed {

	/**
	 * Tells the listener of every node that is created, changed or deleted from now on,
	 * and of the times at which that could not be told.
	 */
	void subscribe(ChangeListener listener);

	/**
	 * Returns in words for administrators why it hears of nothing in this moment, or
	 * {@code null} if it does.
	 */
	default @Nullable String trouble() {
		return null;
	}

}
