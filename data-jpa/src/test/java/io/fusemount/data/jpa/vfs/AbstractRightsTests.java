package io.fusemount.data.jpa.vfs;

import java.time.Duration;

import io.fusemount.conformance.rights.RightsConformanceKit;
import io.fusemount.conformance.rights.RightsFixture;
import org.junit.jupiter.api.AfterAll;

/**
 * A filesystem over a repository whose rows not everybody sees.
 */
abstract class AbstractRightsTests extends RightsConformanceKit {

	private static OwnedOwner owner;

	/** Starts the application. */
	static void start(String url, OwnedOwner.Sql sql, OwnedOwner.Place place) {
		owner = new OwnedOwner(url, sql, place);
	}

	@AfterAll
	static void stop() {
		owner.close();
	}

	@Override
	protected RightsFixture createFixture(Duration timeToLive) {
		return owner.fixture(timeToLive);
	}

}
