package io.fusemount.conformance.posix;

import io.fusemount.conformance.directory.TestedDirectory;
import org.junit.jupiter.api.Nested;

/**
 * What programs may expect of files by POSIX, as far as a directory without
 * subdirectories can give it. A test extends it and names an empty directory; it passes
 * on a local disk, too.
 */
public abstract class PosixConformanceKit implements TestedDirectory {

	/** {@link PosixContentKit}. */
	@Nested
	class Content extends PosixContentKit {

		@Override
		protected TestedDirectory target() {
			return PosixConformanceKit.this;
		}

	}

	/** {@link PosixNamesKit}. */
	@Nested
	class Names extends PosixNamesKit {

		@Override
		protected TestedDirectory target() {
			return PosixConformanceKit.this;
		}

	}

	/** {@link PosixRenameKit}. */
	@Nested
	class Rename extends PosixRenameKit {

		@Override
		protected TestedDirectory target() {
			return PosixConformanceKit.this;
		}

	}

	/** {@link PosixStatusKit}. */
	@Nested
	class Status extends PosixStatusKit {

		@Override
		protected TestedDirectory target() {
			return PosixConformanceKit.this;
		}

	}

	/** {@link PosixListingKit}. */
	@Nested
	class Listing extends PosixListingKit {

		@Override
		protected TestedDirectory target() {
			return PosixConformanceKit.this;
		}

	}

	/** {@link PosixSharingKit}. */
	@Nested
	class Sharing extends PosixSharingKit {

		@Override
		protected TestedDirectory target() {
			return PosixConformanceKit.this;
		}

	}

	/** {@link PosixAllocationKit}. */
	@Nested
	class Allocation extends PosixAllocationKit {

		@Override
		protected TestedDirectory target() {
			return PosixConformanceKit.this;
		}

	}

	/** {@link PosixRefusalsKit}. */
	@Nested
	class Refusals extends PosixRefusalsKit {

		@Override
		protected TestedDirectory target() {
			return PosixConformanceKit.this;
		}

	}

	/** {@link PosixLocksKit}. */
	@Nested
	class Locks extends PosixLocksKit {

		@Override
		protected TestedDirectory target() {
			return PosixConformanceKit.this;
		}

	}

}
