package io.fusemount.autoconfigure.compatibility;

/**
 * The application runs on a version of Spring Boot that is not supported.
 */
public final class UnsupportedSpringBootException extends RuntimeException {

	private final String version;

	UnsupportedSpringBootException(String version) {
		super("FuseMount does not run on Spring Boot " + version);
		this.version = version;
	}

	/**
	 * Returns the version of Spring Boot.
	 */
	public String version() {
		return this.version;
	}

}
