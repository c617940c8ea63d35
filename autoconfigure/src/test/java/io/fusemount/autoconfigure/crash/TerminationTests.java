package io.fusemount.autoconfigure.crash;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.crash.Ending;
import io.fusemount.conformance.crash.Load;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The application is asked to end while programs write.
 */
@EnabledIfFuse
@Timeout(600)
class TerminationTests {

	/** The exit status of a JVM that has ended in good order after SIGTERM. */
	private static final int TERMINATED = 143;

	@AutoClose
	private final Workspace workspace = new Workspace();

	@Test
	@Semantics("An application that ends in good order commits open files that have been written, and removes the "
			+ "mount.")
	void commitsWhatIsOpenAndTakesTheMountAway() throws Exception {
		Load load;
		try (ChildProgram service = start()) {
			load = Load.untilFailure(this.workspace.files(), 1, 4);
			load.start();
			load.awaitStarted(80);
			load.expectFailures();
			// A program that deletes an uncommitted file has finished with it by then.
			load.awaitStarted(40);
			service.terminate();
			assertThat(service.awaitEnd()).as(service::output).isEqualTo(TERMINATED);
			assertThat(this.workspace.isMounted()).isFalse();
			assertThat(this.workspace.mountPoint()).doesNotExist();
			load.join(Ending.TERMINATED);
		}
		try (ChildProgram service = start()) {
			load.check(Ending.TERMINATED);
		}
	}

	private ChildProgram start() {
		return this.workspace.start(this.workspace.h2Url());
	}

}
