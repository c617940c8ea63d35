package io.fusemount.conformance.programs;

import io.fusemount.conformance.directory.TestedDirectory;
import org.junit.jupiter.api.Nested;

/**
 * Everyday work with files, done by the programs that users have for it. A test extends
 * this class, names an empty directory and provides the application's view of its rows.
 * The kit also passes on a local disk.
 */
public abstract class ProgramsConformanceKit extends SavingConformanceKit {

	/** {@link ProgramsCopyKit}. */
	@Nested
	class Copy extends ProgramsCopyKit {

		@Override
		protected TestedDirectory target() {
			return ProgramsConformanceKit.this;
		}

	}

	/** {@link ProgramsSearchKit}. */
	@Nested
	class Search extends ProgramsSearchKit {

		@Override
		protected TestedDirectory target() {
			return ProgramsConformanceKit.this;
		}

	}

	/** {@link ProgramsArchiveKit}. */
	@Nested
	class Archive extends ProgramsArchiveKit {

		@Override
		protected TestedDirectory target() {
			return ProgramsConformanceKit.this;
		}

	}

	/** {@link ProgramsMetadataKit}. */
	@Nested
	class Metadata extends ProgramsMetadataKit {

		@Override
		protected TestedDirectory target() {
			return ProgramsConformanceKit.this;
		}

	}

	/** {@link ProgramsStressKit}. */
	@Nested
	class Stress extends ProgramsStressKit {

		@Override
		protected TestedDirectory target() {
			return ProgramsConformanceKit.this;
		}

	}

	/** {@link ProgramsDesktopKit}. */
	@Nested
	class Desktop extends ProgramsDesktopKit {

		@Override
		protected ObservedDirectory target() {
			return ProgramsConformanceKit.this;
		}

	}

	/** {@link ProgramsSambaKit}. */
	@Nested
	class Samba extends ProgramsSambaKit {

		@Override
		protected ObservedDirectory target() {
			return ProgramsConformanceKit.this;
		}

	}

	/** {@link ProgramsNfsKit}. */
	@Nested
	class Nfs extends ProgramsNfsKit {

		@Override
		protected ObservedDirectory target() {
			return ProgramsConformanceKit.this;
		}

	}

	/** {@link ProgramsGitKit}. */
	@Nested
	class Git extends ProgramsGitKit {

		@Override
		protected ObservedDirectory target() {
			return ProgramsConformanceKit.this;
		}

	}

	/** {@link ProgramsDatabaseKit}. */
	@Nested
	class Database extends ProgramsDatabaseKit {

		@Override
		protected ObservedDirectory target() {
			return ProgramsConformanceKit.this;
		}

	}

}
