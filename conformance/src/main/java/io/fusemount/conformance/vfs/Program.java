package io.fusemount.conformance.vfs;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;

/**
 * A program of a test that runs on a thread of its own, beside another one that it may
 * have to wait for.
 */
public final class Program {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final FutureTask<?> task;

	private final Thread thread;

	private Program(Runnable work) {
		this.task = new FutureTask<>(work, null);
		this.thread = new Thread(this.task, "program");
		this.thread.setDaemon(true);
	}

	/**
	 * Starts a program.
	 */
	public static Program start(Runnable work) {
		Program program = new Program(work);
		program.thread.start();
		return program;
	}

	/**
	 * Lets the program proceed as far as it can.
	 * @return whether it waits for another one, and has not ended
	 */
	public boolean isHeldUp() {
		return isHeldUp((thread) -> thread.getState() == Thread.State.WAITING
				|| thread.getState() == Thread.State.TIMED_WAITING);
	}

	/**
	 * Lets the program proceed as far as it can.
	 * @param waits whether its thread waits for another one
	 * @return whether it waits for another one, and has not ended
	 */
	public boolean isHeldUp(Predicate<Thread> waits) {
		long end = System.nanoTime() + PATIENCE.toNanos();
		while (!hasEnded()) {
			if (waits.test(this.thread)) {
				return true;
			}
			if (System.nanoTime() - end > 0) {
				throw new IllegalStateException("The program neither ends nor waits");
			}
		}
		return false;
	}

	/** Whether it has ended, or does within a moment. */
	private boolean hasEnded() {
		try {
			this.task.get(1, TimeUnit.MILLISECONDS);
			return true;
		}
		catch (ExecutionException ex) {
			return true;
		}
		catch (TimeoutException ex) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while a program ran", ex);
		}
	}

	/**
	 * Waits until the program has ended.
	 * @throws ExecutionException its failure
	 */
	public void end() throws Exception {
		this.task.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
	}

	/**
	 * Waits until the program has ended.
	 * @return the errno with which it has ended, {@code null} for success
	 */
	public @Nullable Errno outcome() throws Exception {
		try {
			end();
			return null;
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof ErrnoException failure) {
				return failure.errno();
			}
			throw ex;
		}
	}

	/** Throws the failure with which it has ended, if it has. */
	void requireNoFailure() throws Exception {
		if (this.task.isDone()) {
			this.task.get();
		}
	}

}
