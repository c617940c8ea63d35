package io.fusemount.autoconfigure.endpoint;

/**
 * The mount, file or handle of a request does not exist. JMX clients know only classes of
 * the JDK and receive the message.
 */
final class UnknownSubjectException extends RuntimeException {

	UnknownSubjectException(String message) {
		super(message);
	}

}
