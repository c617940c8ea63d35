package io.fusemount.conformance.architecture.bad.core.errno;

/**
 * A failure with a reason for users.
 */
public class ErrnoException extends RuntimeException {

	public ErrnoException(String reason) {
		super(reason);
	}

}
