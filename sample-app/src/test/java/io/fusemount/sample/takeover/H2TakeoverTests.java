package io.fusemount.sample.takeover;

import java.nio.file.Path;

/**
 * On H2, whose files only one process can have.
 */
class H2TakeoverTests extends TakeoverKit {

	@Override
	String[] database() {
		return new String[0];
	}

	@Override
	String jdbcUrl(Path archive) {
		return "jdbc:h2:file:" + archive.resolve("data/archive");
	}

}
