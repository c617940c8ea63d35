package io.fusemount.transport.device.mount;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Examines a filesystem that may not answer, on a thread of its own.
 */
public final class Probe {

	private Probe() {
	}

	/**
	 * Runs an examination.
	 * @param otherwise the result if there is none in time or the examination fails
	 */
	public static <T> T run(String threadName, Duration timeout, Callable<T> look, T otherwise) {
		FutureTask<T> task = new FutureTask<>(look);
		Thread thread = new Thread(task, threadName);
		thread.setDaemon(true);
		thread.start();
		try {
			return task.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return otherwise;
		}
		catch (ExecutionException | TimeoutException ex) {
			return otherwise;
		}
	}

}
