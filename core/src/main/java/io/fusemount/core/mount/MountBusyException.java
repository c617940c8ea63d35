package io.fusemount.core.mount;

/**
 * A mount is being changed, and takes no other change until that is done.
 */
public final class MountBusyException extends RuntimeException {

	MountBusyException(String message) {
		super(message);
	}

}
