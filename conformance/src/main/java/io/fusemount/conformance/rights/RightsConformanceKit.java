package io.fusemount.conformance.rights;

import java.time.Duration;

import org.junit.jupiter.api.Nested;

/**
 * The contract of a {@link io.fusemount.core.vfs.VirtualFileSystem} over a directory of
 * which not everybody sees everything. The test of an implementation extends this class
 * and provides only the fixture.
 */
public abstract class RightsConformanceKit {

	/**
	 * Returns a fresh fixture; the kit closes it.
	 * @param timeToLive how long names, and what users may do, are cached
	 */
	protected abstract RightsFixture createFixture(Duration timeToLive);

	RightsFixture createFixture() {
		return createFixture(Duration.ZERO);
	}

	/** {@link RightsNamesKit}. */
	@Nested
	class Names extends RightsNamesKit {

	}

	/** {@link RightsChangesKit}. */
	@Nested
	class Changes extends RightsChangesKit {

	}

	/** {@link RightsLocalFilesKit}. */
	@Nested
	class LocalFiles extends RightsLocalFilesKit {

	}

	/** {@link RightsSavingKit}. */
	@Nested
	class Saving extends RightsSavingKit {

	}

	/** {@link RightsHandlesKit}. */
	@Nested
	class Handles extends RightsHandlesKit {

	}

	/** {@link RightsTimesKit}. */
	@Nested
	class Times extends RightsTimesKit {

	}

	/** {@link RightsDirectoriesKit}. */
	@Nested
	class Directories extends RightsDirectoriesKit {

	}

	/** {@link RightsServiceKit}. */
	@Nested
	class Service extends RightsServiceKit {

	}

	/** {@link RightsCacheKit}. */
	@Nested
	class Cache extends RightsCacheKit {

	}

	/** {@link RightsMemoryKit}. */
	@Nested
	class Memory extends RightsMemoryKit {

	}

}
