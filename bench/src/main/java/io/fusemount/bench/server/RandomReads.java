package io.fusemount.bench.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;

import io.fusemount.bench.measure.Measurement;

/**
 * The load of programs that read 4 KiB at random positions, bypassing the page cache.
 */
public final class RandomReads {

	private static final int BLOCK_KIB = 4;

	private RandomReads() {
	}

	/**
	 * Runs two programs.
	 */
	public static Measurement run(MountServer server, Path file, int seconds) throws IOException, InterruptedException {
		return run(server::cpuNanos, file, 2, seconds);
	}

	/**
	 * Runs the given number of programs.
	 * @param cpuNanos returns the processor time of the process that serves them
	 */
	public static Measurement run(LongSupplier cpuNanos, Path file, int programs, int seconds)
			throws IOException, InterruptedException {
		long before = cpuNanos.getAsLong();
		Fio.Result result = Fio.read("--name=reads", "--filename=" + file, "--readonly", "--rw=randread",
				"--bs=" + BLOCK_KIB + "k", "--direct=1", "--ioengine=psync", "--numjobs=" + programs, "--time_based",
				"--runtime=" + seconds);
		long used = cpuNanos.getAsLong() - before;
		return new Measurement(result.operationsPerSecond(), used / 1e3 / (result.kibibytes() / BLOCK_KIB));
	}

}
