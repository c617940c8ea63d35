package io.fusemount.core.filesystem;

import java.time.Duration;

import io.fusemount.conformance.rights.InMemoryOwnedRows;
import io.fusemount.conformance.rights.RightsConformanceKit;
import io.fusemount.conformance.rights.RightsFixture;

/**
 * The core's filesystem over a directory in memory whose rows have owners.
 */
class RightsConformanceTests extends RightsConformanceKit {

	@Override
	protected RightsFixture createFixture(Duration timeToLive) {
		return InMemoryOwnedRows.fixture(timeToLive);
	}

}
