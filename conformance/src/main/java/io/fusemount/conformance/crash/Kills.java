package io.fusemount.conformance.crash;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The kills of a test: how many there are, and at which moments.
 */
final class Kills {

	static final int COUNT = Integer.getInteger("fusemount.crash.kills", 3);

	static final long SEED = Long.getLong("fusemount.crash.seed", 1);

	/** The maximum number of operations that writers start between a start and a kill. */
	private static final int MAX_OPERATIONS = 120;

	/** The next operation has begun, and may be at any point, when the kill comes. */
	private static final int MAX_DELAY_MICROS = 20_000;

	private final Random random = new Random(SEED);

	/** Repeats a round with one kill; a failure says which one it was. */
	void repeat(Round round) {
		for (int kill = 1; kill <= COUNT; kill++) {
			try {
				round.run();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new IllegalStateException(ex);
			}
			catch (AssertionError | Exception ex) {
				throw new AssertionError("Kill %d of %d with -Dfusemount.crash.seed=%d".formatted(kill, COUNT, SEED),
						ex);
			}
		}
	}

	/** Waits for the moment of the next kill. */
	void await(Load load) {
		load.awaitStarted(1 + this.random.nextInt(MAX_OPERATIONS));
		LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(this.random.nextInt(MAX_DELAY_MICROS)));
	}

	void kill(ChildProgram service) {
		if (this.random.nextInt(3) == 0) {
			// Then no process removes the mount.
			service.killWithHelpers();
		}
		else {
			service.kill();
		}
	}

	/** A start, a load, and a kill. */
	@FunctionalInterface
	interface Round {

		void run() throws Exception;

	}

}
