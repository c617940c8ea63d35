package io.fusemount.autoconfigure.takeover.step;

import java.nio.file.Path;

/**
 * With H2 in a file, in the process that is killed.
 */
class H2StepKillTests extends StepKillKit {

	@Override
	String jdbcUrl(Path directory) {
		return "jdbc:h2:file:" + directory.resolve("h2") + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE";
	}

}
