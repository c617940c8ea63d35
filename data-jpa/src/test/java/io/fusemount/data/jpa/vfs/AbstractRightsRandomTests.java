package io.fusemount.data.jpa.vfs;

import java.time.Duration;

import io.fusemount.conformance.rights.RightsFixture;
import io.fusemount.conformance.rights.RightsRandomKit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * What users see of a filesystem over a repository is what the rows say.
 */
abstract class AbstractRightsRandomTests extends RightsRandomKit {

	private OwnedOwner owner;

	/** Starts the application. */
	abstract OwnedOwner open();

	@BeforeAll
	void start() {
		this.owner = open();
	}

	@AfterAll
	void stop() {
		this.owner.close();
	}

	@Override
	protected RightsFixture createFixture(Duration timeToLive) {
		return this.owner.fixture(timeToLive);
	}

	@Override
	protected int workloads() {
		return 1;
	}

}
