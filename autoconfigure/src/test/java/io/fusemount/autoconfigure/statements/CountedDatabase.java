package io.fusemount.autoconfigure.statements;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A database whose statements are counted.
 */
interface CountedDatabase extends AutoCloseable {

	/**
	 * Starts it.
	 * @param directory where it may keep files
	 * @return the URL of an empty database
	 */
	String start(Path directory) throws IOException;

	/** Which of both numbers counts for it. */
	int of(int h2, int postgres);

	@Override
	void close() throws IOException;

}
