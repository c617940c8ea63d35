package io.fusemount.bench.measure;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures the transfer of bytes, and work on many things.
 */
public final class Stopwatch {

	private static final double MIB = 1 << 20;

	private static final double GIB = 1 << 30;

	private Stopwatch() {
	}

	/**
	 * Runs a transfer.
	 * @param cpuNanos tells the processor time of the process that serves it
	 * @param transfer returns the number of bytes
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
	 * Does something to many things.
	 * @param cpuNanos tells the processor time of the process that serves it
	 * @param work returns how many they were
	 */
	public static Measurement count(LongSupplier cpuNanos, Transfer work) throws Exception {
		long cpuBefore = cpuNanos.getAsLong();
		long before = System.nanoTime();
		long things = work.run();
		double seconds = (System.nanoTime() - before) / 1e9;
		return new Measurement(things / seconds, (cpuNanos.getAsLong() - cpuBefore) / 1e3 / things);
	}

	/**
	 * Does it once without measuring, then again and again until the time is over.
	 */
	public static Measurement repeat(LongSupplier cpuNanos, int seconds, Transfer work) throws Exception {
		work.run();
		return during(cpuNanos, seconds, work);
	}

	/**
	 * Does it again and again until the time is over, once at least.
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

	/** What moves bytes, or does something to many things. */
	@FunctionalInterface
	public interface Transfer {

		long run() throws Exception;

	}

}
