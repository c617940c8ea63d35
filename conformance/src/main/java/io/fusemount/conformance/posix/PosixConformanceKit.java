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

	}

	/** {@link PosixNamesKit}. */
	@Nested
	class Names extends PosixNamesKit {

	}

	/** {@link PosixRenameKit}. */
	@Nested
	class Rename extends PosixRenameKit {

	}

	/** {@link PosixStatusKit}. */
	@Nested
	class Status extends PosixStatusKit {

	}

	/** {@link PosixListingKit}. */
	@Nested
	class Listing extends PosixListingKit {

	}

	/** {@link PosixSharingKit}. */
	@Nested
	class Sharing extends PosixSharingKit {

	}

	/** {@link PosixAllocationKit}. */
	@Nested
	class Allocation extends PosixAllocationKit {

	}

	/** {@link PosixRefusalsKit}. */
	@Nested
	class Refusals extends PosixRefusalsKit {

	}

	/** {@link PosixLocksKit}. */
	@Nested
	class Locks extends PosixLocksKit {

	}

}
