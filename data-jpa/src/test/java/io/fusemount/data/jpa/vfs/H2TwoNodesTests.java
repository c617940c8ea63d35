package io.fusemount.data.jpa.vfs;

import org.junit.jupiter.api.BeforeAll;

/**
 * Two nodes in one process.
 */
class H2TwoNodesTests extends AbstractTwoNodesTests {

	@BeforeAll
	static void start() {
		start("jdbc:h2:mem:nodes;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000", "document");
	}

	@Override
	protected boolean isWaiting(Thread thread) {
		return thread.getState() == Thread.State.TIMED_WAITING;
	}

}
