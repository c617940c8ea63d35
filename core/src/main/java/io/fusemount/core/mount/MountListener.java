package io.fusemount.core.mount;

/**
 * Extension point: learns of the end of a mount. The default does nothing. It is told on
 * the thread that ends the mount, after everything is closed that no program uses
 * elsewhere.
 */
public interface MountListener {

	/**
	 * The application has unmounted the filesystem, in good order.
	 */
	default void unmounted(Mount mount) {
	}

	/**
	 * Somebody else has unmounted the filesystem; {@link Mount#failure()} says so.
	 */
	default void lost(Mount mount) {
	}

}
