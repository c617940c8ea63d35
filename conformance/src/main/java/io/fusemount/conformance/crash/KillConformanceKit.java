package io.fusemount.conformance.crash;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.fusemount.conformance.semantics.Semantics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract of a service that mounts a directory: after it is killed at any moment while
 * programs write, and started again on the same spool and mount point, everything that
 * was acknowledged is there.
 * <p>
 * {@code -Dfusemount.crash.kills=50} kills more often than usual,
 * {@code -Dfusemount.crash.seed=7} makes the writers do something else than usual.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
public abstract class KillConformanceKit {

	private static final System.Logger logger = System.getLogger(KillConformanceKit.class.getName());

	private static final int WRITERS = 4;

	private final Kills kills = new Kills();

	/**
	 * Starts the service on the existing files and spool; returns when the directory is
	 * mounted.
	 */
	protected abstract ChildProgram serve();

	/** Returns the directory in which programs write. */
	protected abstract Path directory();

	/** Returns the spool of the mount. */
	protected abstract Path spool();

	/** Whether directories can be created in the directory. */
	protected boolean hasDirectories() {
		return false;
	}

	/**
	 * Checks the store itself for leftovers.
	 * @param names the files that exist, and directories with a slash at the end
	 */
	protected void checkStore(Set<String> names) {
	}

	@Test
	@Semantics("After `kill -9` all acknowledged changes are there, bit for bit.")
	@Semantics("A change that was not acknowledged is there as a whole or not at all.")
	@Semantics("After `kill -9` the mount comes back with the next start, without help.")
	void losesNothingThatWasAcknowledged() throws Exception {
		Load load = hasDirectories() ? Load.ofTreesUntilFailure(directory(), Kills.SEED, WRITERS)
				: Load.untilFailure(directory(), Kills.SEED, WRITERS);
		this.kills.repeat(() -> killOnce(load));
		try (ChildProgram service = serve()) {
			check(load);
		}
		logger.log(System.Logger.Level.INFO, "{0}: {1} kills, {2} operations acknowledged, 0 lost",
				getClass().getSimpleName(), Kills.COUNT, load.acknowledged());
	}

	/** Starts the service, checks the state after the last kill, and kills again. */
	private void killOnce(Load load) throws Exception {
		ChildProgram service = serve();
		try {
			check(load);
			load.start();
			this.kills.await(load);
		}
		finally {
			load.expectFailures();
			this.kills.kill(service);
		}
		load.join(Ending.KILLED);
	}

	private void check(Load load) throws IOException {
		List<String> leftovers = leftovers();
		checkStore(load.check(Ending.KILLED).keySet());
		assertThat(leftovers).as("what the spool of the dead process has left").isEmpty();
	}

	/** Returns the files in the spool of a service that has just started. */
	private List<String> leftovers() throws IOException {
		List<String> names = new ArrayList<>();
		try (DirectoryStream<Path> entries = Files.newDirectoryStream(spool(), Files::isRegularFile)) {
			entries.forEach((entry) -> names.add(entry.getFileName().toString()));
		}
		names.remove("lock");
		return names;
	}

}
