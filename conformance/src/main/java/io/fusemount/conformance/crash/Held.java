package io.fusemount.conformance.crash;

import java.nio.channels.FileChannel;

/**
 * A file that a writer has left open.
 *
 * @param channel the file
 * @param change the effect of closing it
 */
record Held(FileChannel channel, Change change) {

	/** Whether the file is below a directory. */
	boolean isIn(String directory) {
		return this.change.names().stream().anyMatch((name) -> name.startsWith(directory));
	}

}
