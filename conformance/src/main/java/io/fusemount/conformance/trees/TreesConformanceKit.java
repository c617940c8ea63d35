package io.fusemount.conformance.trees;

import io.fusemount.conformance.directory.TestedDirectory;
import org.junit.jupiter.api.Nested;

/**
 * What programs may expect where they can make directories. A test extends it and names
 * an empty directory; it passes on a local disk, too.
 */
public abstract class TreesConformanceKit implements TestedDirectory {

	/** {@link TreesCallsKit}. */
	@Nested
	class Calls extends TreesCallsKit {

		@Override
		protected TestedDirectory target() {
			return TreesConformanceKit.this;
		}

	}

	/** {@link TreesProgramsKit}. */
	@Nested
	class Programs extends TreesProgramsKit {

		@Override
		protected TestedDirectory target() {
			return TreesConformanceKit.this;
		}

	}

	/** {@link TreesBuildKit}. */
	@Nested
	class Builds extends TreesBuildKit {

		@Override
		protected TestedDirectory target() {
			return TreesConformanceKit.this;
		}

	}

	/** {@link TreesSambaKit}. */
	@Nested
	class Samba extends TreesSambaKit {

		@Override
		protected TestedDirectory target() {
			return TreesConformanceKit.this;
		}

	}

}
