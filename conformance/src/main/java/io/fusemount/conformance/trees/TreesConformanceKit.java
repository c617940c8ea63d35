package io.fusemount.conformance.trees;

import io.fusemount.conformance.directory.TestedDirectory;
import org.junit.jupiter.api.Nested;

/**
 * The behaviour that programs may expect of a directory in which directories can be
 * created. A test extends this class and names an empty directory. The kit also passes on
 * a local disk.
 */
public abstract class TreesConformanceKit implements TestedDirectory {

	/** {@link TreesCallsKit}. */
	@Nested
	class Calls extends TreesCallsKit {

	}

	/** {@link TreesProgramsKit}. */
	@Nested
	class Programs extends TreesProgramsKit {

	}

	/** {@link TreesBuildKit}. */
	@Nested
	class Builds extends TreesBuildKit {

	}

	/** {@link TreesSambaKit}. */
	@Nested
	class Samba extends TreesSambaKit {

	}

}
