package io.fusemount.transport.linux.uring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The processors that the kernel may have, each of which has a queue of entries.
 */
final class Processors {

	private static final Path POSSIBLE = Path.of("/sys/devices/system/cpu/possible");

	private Processors() {
	}

	/**
	 * Returns the number of processors that may be plugged in while the kernel runs.
	 * @throws RingException if it is unknown here
	 */
	static int possible() throws RingException {
		try {
			return count(Files.readString(POSSIBLE).strip());
		}
		catch (IOException | NumberFormatException ex) {
			throw new RingException("The number of processors is unknown: " + ex);
		}
	}

	/**
	 * Counts the numbers of a list.
	 * @param list numbers and ranges in the form {@code 0-3,8}
	 */
	static int count(String list) {
		int count = 0;
		for (String range : list.split(",")) {
			String[] ends = range.split("-");
			count += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
		}
		return count;
	}

}
