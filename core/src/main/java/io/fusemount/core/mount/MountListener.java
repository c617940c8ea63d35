package io.fusemount.core.mount;

/**
 * Extension point: is notified of the end of a mount. The default implementation does
 * nothing. Called on the thread that ends the mount, after everything is closed that no
 * program uses elsewhere.
 */
public interface MountListener {

	/**
	 * Called when the application has unmounted the filesystem in an orderly way.
	 */
	default void unmounted(Mount mount) {
	}

	/**
	 * Called when the filesystem was left to the next process.
	 */
	default void left(Mount mount) {
	}

	/**
	 * Called when the filesystem is served again, after it was left to another process
	 * that does not serve it.
	 */
	default void returned(Mount mount) {
	}

	/**
	 * Called when the filesystem was unmounted from outside; {@link Mount#failure()} has
	 * the details.
	 */
	default void lost(Mount mount) {
	}

}
