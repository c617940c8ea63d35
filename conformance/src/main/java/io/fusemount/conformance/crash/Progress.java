package io.fusemount.conformance.crash;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The common state of the writers of a load: their progress, when to stop, and whether an
 * operation may fail.
 */
final class Progress {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private final List<String> problems = new ArrayList<>();

	private long started;

	private long acknowledged;

	private long failed;

	private boolean failuresExpected;

	private boolean stopped;

	private final boolean fatal;

	/**
	 * Creates the progress, with all counts at 0.
	 * @param fatal whether a writer ends with its first failure
	 */
	Progress(boolean fatal) {
		this.fatal = fatal;
	}

	boolean areFailuresFatal() {
		return this.fatal;
	}

	synchronized void started() {
		this.started++;
		notifyAll();
	}

	synchronized void acknowledged() {
		this.acknowledged++;
		notifyAll();
	}

	/**
	 * Counts a failed operation, and records it as a problem unless failures are
	 * expected.
	 */
	synchronized void failed(String operation, IOException failure) {
		this.failed++;
		if (!this.failuresExpected) {
			this.problems.add("%s failed without a reason: %s".formatted(operation, failure));
		}
		notifyAll();
	}

	synchronized void problem(String problem) {
		this.problems.add(problem);
	}

	synchronized void expectFailures(boolean expected) {
		this.failuresExpected = expected;
	}

	synchronized void stop(boolean stop) {
		this.stopped = stop;
	}

	synchronized boolean isStopped() {
		return this.stopped;
	}

	synchronized List<String> takeProblems() {
		List<String> taken = List.copyOf(this.problems);
		this.problems.clear();
		return taken;
	}

	void awaitStarted(long more) {
		long target = count(Count.STARTED) + more;
		await("%d operations started".formatted(target), () -> this.started >= target);
	}

	void awaitAcknowledged(long more) {
		long target = count(Count.ACKNOWLEDGED) + more;
		await("%d operations acknowledged".formatted(target), () -> this.acknowledged >= target);
	}

	void awaitFailed(long more) {
		long target = count(Count.FAILED) + more;
		await("%d operations failed".formatted(target), () -> this.failed >= target);
	}

	synchronized long count(Count count) {
		return switch (count) {
			case STARTED -> this.started;
			case ACKNOWLEDGED -> this.acknowledged;
			case FAILED -> this.failed;
		};
	}

	private synchronized void await(String what, BooleanSupplier reached) {
		long end = System.nanoTime() + PATIENCE.toNanos();
		while (!reached.getAsBoolean()) {
			long left = (end - System.nanoTime()) / 1_000_000;
			if (left <= 0 || !this.problems.isEmpty()) {
				throw new AssertionError("Waiting for: %s. Started %d, acknowledged %d, failed %d. %s".formatted(what,
						this.started, this.acknowledged, this.failed, this.problems));
			}
			try {
				wait(left);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new IllegalStateException(ex);
			}
		}
	}

	/** The subject of a count. */
	enum Count {

		/** Operations that were begun. */
		STARTED,
		/** Operations that returned 0. */
		ACKNOWLEDGED,
		/** Operations that returned an errno. */
		FAILED

	}

}
