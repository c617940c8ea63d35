package io.fusemount.conformance.transport;

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

}
