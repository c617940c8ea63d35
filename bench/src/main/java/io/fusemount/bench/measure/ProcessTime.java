package io.fusemount.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The processor time of processes.
 */
public final class ProcessTime {

	/** {@code USER_HZ}: ten milliseconds on every Linux. */
	private static final long NANOS_PER_TICK = 10_000_000;

	private static final int USER_TIME = 11;

	private static final int SYSTEM_TIME = 12;

	private ProcessTime() {
	}

	/**
	 * Returns the processor time in nanoseconds that a process has used so far.
	 */
	public static long nanos(long pid) {
		try {
			String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
			// The name, in parentheses, may contain blanks.
			String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
			return (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME])) * NANOS_PER_TICK;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
