package io.fusemount.core.node;

import org.jspecify.annotations.Nullable;

/**
 * Extension point: reports nodes that are changed by other ways than the filesystem. A
 * change is reported after it is committed.
 */
@FunctionalInterface
public interface ChangeFeed {

	/**
	 * Reports to the listener every node that is created, changed or deleted from now on,
	 * and every period in which changes could not be reported.
	 */
	void subscribe(ChangeListener listener);

	/**
	 * Returns a description for administrators of why no changes are received at the
	 * moment, or {@code null} if they are.
	 */
	default @Nullable String trouble() {
		return null;
	}

}
