package io.fusemount.core.filesystem;

import java.time.Duration;

import io.fusemount.conformance.rights.InMemoryOwnedRows;
import io.fusemount.conformance.rights.RightsFixture;
import io.fusemount.conformance.rights.RightsRandomKit;

/**
 * The core's filesystem over a directory in memory whose rows have owners.
 */
class RightsRandomTests extends RightsRandomKit {

	@Override
	protected RightsFixture createFixture(Duration timeToLive) {
		return InMemoryOwnedRows.fixture(timeToLive);
	}

}
