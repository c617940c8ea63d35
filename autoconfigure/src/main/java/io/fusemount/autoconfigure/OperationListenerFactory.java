package io.fusemount.autoconfigure;

import io.fusemount.core.operation.OperationListener;

/**
 * Creates a listener for each mount. A bean that is itself an {@link OperationListener}
 * is notified by all mounts and cannot tell them apart.
 */
@FunctionalInterface
public interface OperationListenerFactory {

	/**
	 * Returns the listener of a mount.
	 * @param mount the name of the mount
	 */
	OperationListener create(String mount);

}
