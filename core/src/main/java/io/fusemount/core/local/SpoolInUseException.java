package io.fusemount.core.local;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The spool directory belongs to another process, or to another mount of this one.
 */
public final class SpoolInUseException extends IOException {

	/**
	 * Creates it.
	 */
	public SpoolInUseException(Path directory) {
		super("The spool directory " + directory + " is in use by another process or mount");
	}

}
