package io.fusemount.autoconfigure.properties;

import java.util.List;

/**
 * The configured mounts conflict.
 */
public final class MountConfigurationException extends RuntimeException {

	private final List<String> waysOut;

	/**
	 * Creates the exception.
	 * @param waysOut the remedies, each as a sentence
	 */
	MountConfigurationException(String message, List<String> waysOut) {
		super(message);
		this.waysOut = List.copyOf(waysOut);
	}

	/**
	 * Returns the remedies, each as a sentence.
	 */
	public List<String> waysOut() {
		return this.waysOut;
	}

}
