package io.fusemount.conformance.programs;

import org.junit.jupiter.api.Nested;

/**
 * The ways in which programs save: in place, by rename, with backups. The part of
 * {@link ProgramsConformanceKit} that is worth running on every database.
 */
public abstract class SavingConformanceKit implements ObservedDirectory {

	/** {@link ProgramsEditKit}. */
	@Nested
	class Edit extends ProgramsEditKit {

	}

	/** {@link ProgramsReplaceKit}. */
	@Nested
	class Replace extends ProgramsReplaceKit {

	}

	/** {@link ProgramsEditorKit}. */
	@Nested
	class Editors extends ProgramsEditorKit {

	}

}
