package io.fusemount.autoconfigure.statements;

import java.nio.file.Path;

/**
 * H2, in a file.
 */
final class H2Database implements CountedDatabase {

	@Override
	public String start(Path directory) {
		return "jdbc:h2:file:" + directory.resolve("h2");
	}

	@Override
	public int of(int h2, int postgres) {
		return h2;
	}

	@Override
	public void close() {
		// The application's last connection has done it.
	}

}
