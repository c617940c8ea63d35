package io.fusemount.bench.measure;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures transfers of bytes and work on many objects.
 */
public final class Stopwatch {

	private static final double MIB = 1 << 20;

	private static final double GIB = 1 << 30;

	private Stopwatch() {
	}

	/**
	 * Runs a transfer.
	 * @param cpuNanos returns the processor time of the process that serves the transfer
	 * @param transfer runs the transfer and returns the number of bytes
	 */
	public static Measurement time(LongSupplier cpuNanos, Transfer transfer) throws Exception {
		long cpuBefore = cpuNanos.getAsLong();
		long before = System.nanoTime();
		long bytes = transfer.run();
		double seconds = (System.nanoTime() - before) / 1e9;
		double cpuSeconds = (cpuNanos.getAsLong() - cpuBefore) / 1e9;
		return new Measurement(bytes / MIB / seconds, cpuSeconds / (bytes / GIB));
	}

	/**
	 * Runs work on many objects.
	 * @param cpuNanos returns the processor time of the process that serves the work
	 * @param work runs the work and returns the number of objects
	 */
	public static Measurement count(LongSupplier cpuNanos, Transfer work) throws Exception {
		long cpuBefore = cpuNanos.getAsLong();
		long before = System.nanoTime();
		long things = work.run();
		double seconds = (System.nanoTime() - before) / 1e9;
		return new Measurement(things / seconds, (cpuNanos.getAsLong() - cpuBefore) / 1e3 / things);
	}

	/**
	 * Runs the work once without measuring, then repeatedly until the time is over.
	 */
	public static Measurement repeat(LongSupplier cpuNanos, int seconds, Transfer work) throws Exception {
		work.run();
		return during(cpuNanos, seconds, work);
	}

	/**
	 * Runs the work repeatedly until the time is over, at least once.
	 */
	public static Measurement during(LongSupplier cpuNanos, int seconds, Transfer work) throws Exception {
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
		return count(cpuNanos, () -> {
			long things = 0;
			while (things == 0 || System.nanoTime() < end) {
				things += work.run();
			}
			return things;
		});
	}

	/** A transfer of bytes, or work on many objects. */
	@FunctionalInterface
	public interface Transfer {

		long run() throws Exception;

	}

}
