package io.fusemount.conformance.programs;

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

	}

	/** {@link ProgramsSearchKit}. */
	@Nested
	class Search extends ProgramsSearchKit {

	}

	/** {@link ProgramsArchiveKit}. */
	@Nested
	class Archive extends ProgramsArchiveKit {

	}

	/** {@link ProgramsMetadataKit}. */
	@Nested
	class Metadata extends ProgramsMetadataKit {

	}

	/** {@link ProgramsStressKit}. */
	@Nested
	class Stress extends ProgramsStressKit {

	}

	/** {@link ProgramsDesktopKit}. */
	@Nested
	class Desktop extends ProgramsDesktopKit {

	}

	/** {@link ProgramsSambaKit}. */
	@Nested
	class Samba extends ProgramsSambaKit {

	}

	/** {@link ProgramsNfsKit}. */
	@Nested
	class Nfs extends ProgramsNfsKit {

	}

	/** {@link ProgramsGitKit}. */
	@Nested
	class Git extends ProgramsGitKit {

	}

	/** {@link ProgramsDatabaseKit}. */
	@Nested
	class Database extends ProgramsDatabaseKit {

	}

}
