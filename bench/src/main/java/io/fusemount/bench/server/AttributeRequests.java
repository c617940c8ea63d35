package io.fusemount.bench.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import io.fusemount.bench.measure.Measurement;
import io.fusemount.bench.measure.Stopwatch;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;

/**
 * The load of programs that ask for the attributes of a file, each time by one request to
 * the server: {@code statx(2)} is told not to answer from what the kernel has cached, so
 * the timeouts of the mount do not matter, and a descriptor of the file saves looking up
 * its name.
 */
public final class AttributeRequests {

	private static final int O_PATH = 010000000;

	/** {@code AT_EMPTY_PATH | AT_STATX_FORCE_SYNC}. */
	private static final int FLAGS = 0x1000 | 0x2000;

	private static final int STATX_BASIC_STATS = 0x7ff;

	private static final int SIZE_OF_STATX = 256;

	/** Between two looks at the clock. */
	private static final int REQUESTS = 100;

	private static final LibC LIBC = LibraryLoader.create(LibC.class).load("c");

	private AttributeRequests() {
	}

	/**
	 * Runs the given number of programs, each a thread of this process.
	 * @param cpuNanos returns the processor time of the process that serves them
	 */
	public static Measurement run(LongSupplier cpuNanos, Path file, int programs, int seconds) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(programs);
		try {
			return Stopwatch.count(cpuNanos, () -> {
				long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
				List<Future<Long>> running = new ArrayList<>();
				for (int i = 0; i < programs; i++) {
					running.add(threads.submit(() -> ask(file, end)));
				}
				long requests = 0;
				for (Future<Long> program : running) {
					requests += program.get();
				}
				return requests;
			});
		}
		finally {
			threads.shutdown();
		}
	}

	/**
	 * Asks until the time is over, and returns the number of requests.
	 */
	static long ask(Path file, long end) throws IOException {
		Runtime runtime = Runtime.getRuntime(LIBC);
		// The empty path is a zero byte.
		Pointer path = Memory.allocateDirect(runtime, 1, true);
		Pointer attributes = Memory.allocateDirect(runtime, SIZE_OF_STATX, true);
		int descriptor = LIBC.open(file.toString(), O_PATH);
		if (descriptor < 0) {
			throw new IOException(file + " was not opened");
		}
		try {
			long requests = 0;
			while (System.nanoTime() < end) {
				for (int i = 0; i < REQUESTS; i++) {
					if (LIBC.statx(descriptor, path, FLAGS, STATX_BASIC_STATS, attributes) != 0) {
						throw new IOException("No attributes of " + file);
					}
				}
				requests += REQUESTS;
			}
			return requests;
		}
		finally {
			LIBC.close(descriptor);
		}
	}

	/** The functions of libc. */
	public interface LibC {

		int open(String path, int flags);

		int statx(int directory, Pointer path, int flags, int mask, Pointer attributes);

		int close(int descriptor);

	}

}
