package io.fusemount.core.local;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The spool directory is in use by another process, or by another mount of this process.
 */
public final class SpoolInUseException extends IOException {

	/**
	 * Creates the exception.
	 */
	public SpoolInUseException(Path directory) {
		super("The spool directory " + directory + " is in use by another process or mount");
	}

}
