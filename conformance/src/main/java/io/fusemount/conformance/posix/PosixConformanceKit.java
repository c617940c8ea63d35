package io.fusemount.conformance.posix;

import io.fusemount.conformance.directory.TestedDirectory;
import org.junit.jupiter.api.Nested;

/**
 * The behaviour that POSIX lets programs expect of files, as far as a directory without
 * subdirectories can provide it. A test extends this class and names an empty directory.
 * The kit also passes on a local disk.
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
