package io.fusemount.autoconfigure.endpoint;

/**
 * There is no mount, file or handle that a request is about. JMX clients know no class
 * but those of the JDK: they get the message.
 */
final class UnknownSubjectException extends RuntimeException {

	UnknownSubjectException(String message) {
		super(message);
	}

}
