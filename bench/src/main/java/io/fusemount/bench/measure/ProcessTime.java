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

	/** User and system time of the process itself, then of its ended children. */
	private static final int OWN = 11;

	private static final int OF_CHILDREN = 13;

	private ProcessTime() {
	}

	/**
	 * Returns the processor time in nanoseconds that a process has used so far.
	 */
	public static long nanos(long pid) {
		return nanos(pid, OWN);
	}

	/**
	 * Returns the processor time in nanoseconds of the programs that this process has
	 * started and that have ended.
	 */
	public static long nanosOfChildren() {
		return nanos(ProcessHandle.current().pid(), OF_CHILDREN);
	}

	private static long nanos(long pid, int first) {
		try {
			String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
			// The name, in parentheses, may contain blanks.
			String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
			return (Long.parseLong(fields[first]) + Long.parseLong(fields[first + 1])) * NANOS_PER_TICK;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
