package io.fusemount.autoconfigure.properties;

import java.util.List;

/**
 * The mounts that the configuration asks for do not fit together.
 */
public final class MountConfigurationException extends RuntimeException {

	private final List<String> waysOut;

	/**
	 * Creates the exception.
	 * @param waysOut what can be done about it, sentences
	 */
	MountConfigurationException(String message, List<String> waysOut) {
		super(message);
		this.waysOut = List.copyOf(waysOut);
	}

	/**
	 * Returns what can be done about it, sentences.
	 */
	public List<String> waysOut() {
		return this.waysOut;
	}

}
