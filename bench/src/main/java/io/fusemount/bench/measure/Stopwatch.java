package io.fusemount.bench.measure;

import java.util.function.LongSupplier;

/**
 * Measures the transfer of bytes.
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

	/** What moves bytes. */
	@FunctionalInterface
	public interface Transfer {

		long run() throws Exception;

	}

}
