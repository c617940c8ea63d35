package io.fusemount.conformance.programs;

import io.fusemount.conformance.directory.TestedDirectory;
import org.junit.jupiter.api.Nested;

/**
 * The ways in which programs save: in place, by rename, with backups. The part of
 * {@link ProgramsConformanceKit} that is worth running on every database.
 */
public abstract class SavingConformanceKit implements ObservedDirectory {

	/** {@link ProgramsEditKit}. */
	@Nested
	class Edit extends ProgramsEditKit {

		@Override
		protected TestedDirectory target() {
			return SavingConformanceKit.this;
		}

	}

	/** {@link ProgramsReplaceKit}. */
	@Nested
	class Replace extends ProgramsReplaceKit {

		@Override
		protected ObservedDirectory target() {
			return SavingConformanceKit.this;
		}

	}

	/** {@link ProgramsEditorKit}. */
	@Nested
	class Editors extends ProgramsEditorKit {

		@Override
		protected ObservedDirectory target() {
			return SavingConformanceKit.this;
		}

	}

}
