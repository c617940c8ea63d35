package io.fusemount.core.mount;

/**
 * A mount rejects an action because another one is in progress.
 */
public final class MountBusyException extends RuntimeException {

	MountBusyException(String message) {
		super(message);
	}

}
