package io.fusemount.autoconfigure;

import io.fusemount.core.operation.OperationListener;

/**
 * Makes a listener for each mount. A bean that is an {@link OperationListener} itself is
 * told of all mounts and cannot tell them apart.
 */
@FunctionalInterface
public interface OperationListenerFactory {

	/**
	 * Returns the listener of a mount.
	 * @param mount the name of the mount
	 */
	OperationListener create(String mount);

}
