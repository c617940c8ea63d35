package io.fusemount.conformance.transport;

import java.io.IOException;

import io.fusemount.core.mount.Transport;
import org.junit.jupiter.api.Nested;

/**
 * The contract of a {@link Transport}, tested with files in memory and real programs.
 */
@EnabledIfFuse
public abstract class TransportConformanceKit {

	/**
	 * Returns the transport under test.
	 */
	protected abstract Transport transport();

	/**
	 * Whether every handle can be mapped, including one that was opened while other
	 * programs replaced the file.
	 */
	protected boolean mapsEveryHandle() {
		return true;
	}

	/** {@link TransportAnswersKit}. */
	@Nested
	class Answers extends TransportAnswersKit {

		@Override
		Transport transport() {
			return TransportConformanceKit.this.transport();
		}

	}

	/** {@link TransportLifeKit}. */
	@Nested
	class Life extends TransportLifeKit {

		@Override
		Transport transport() {
			return TransportConformanceKit.this.transport();
		}

	}

	/** {@link TransportVersionsKit}. */
	@Nested
	class Versions extends TransportVersionsKit {

		@Override
		Transport transport() {
			return TransportConformanceKit.this.transport();
		}

	}

	/** {@link TransportReadOnlyKit}. */
	@Nested
	class ReadOnly extends TransportReadOnlyKit {

		@Override
		Transport transport() {
			return TransportConformanceKit.this.transport();
		}

	}

	/** {@link TransportDirectoriesKit}. */
	@Nested
	class Directories extends TransportDirectoriesKit {

		@Override
		Transport transport() {
			return TransportConformanceKit.this.transport();
		}

	}

	/** {@link TransportLoadKit}. */
	@Nested
	class Load extends TransportLoadKit {

		@Override
		Transport transport() {
			return TransportConformanceKit.this.transport();
		}

	}

	/** {@link TransportCoherenceKit}. */
	@Nested
	class Coherence extends TransportCoherenceKit {

		@Override
		boolean mapsEveryHandle() {
			return TransportConformanceKit.this.mapsEveryHandle();
		}

		@Override
		Transport transport() {
			return TransportConformanceKit.this.transport();
		}

	}

	/**
	 * {@link TransportCoherenceKit}, with content that programs cannot change and that
	 * has a local file of its own.
	 */
	@Nested
	class ReadOnlyCoherence extends TransportCoherenceKit {

		@Override
		FilesSetting setting() {
			return FilesSetting.READ_ONLY;
		}

		@Override
		int smallest() {
			return 100_000;
		}

		/**
		 * Reads instead: of several pages, another open may drop one while it is mapped,
		 * and this JVM would wait for itself to serve it.
		 */
		@Override
		void map(MountedFiles mounted) throws IOException {
			read(mounted);
		}

		@Override
		boolean mapsEveryHandle() {
			return TransportConformanceKit.this.mapsEveryHandle();
		}

		@Override
		Transport transport() {
			return TransportConformanceKit.this.transport();
		}

	}

}
