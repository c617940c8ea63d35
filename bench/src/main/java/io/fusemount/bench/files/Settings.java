package io.fusemount.bench.files;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The amount of measuring, and the peers.
 *
 * @param rounds the number of rounds, after one to warm up
 * @param seconds the duration of loads that can be repeated
 * @param entries the sizes of directories
 * @param files the number of small files that are changed
 * @param sizeMebibytes the size of files that are read and written, in MiB
 * @param largeMebibytes the size of large files, in MiB
 * @param peers further directories
 */
record Settings(int rounds, int seconds, List<Integer> entries, int files, int sizeMebibytes, int largeMebibytes,
		List<Peer> peers) {

	private static final int FIRST_PEER = 7;

	/**
	 * Parses the settings.
	 * @param arguments the first argument is not a setting; sizes of directories are
	 * separated by blanks, peers come last
	 */
	static Settings of(String... arguments) {
		return new Settings(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]),
				Arrays.stream(arguments[3].trim().split(" +")).map(Integer::valueOf).toList(),
				Integer.parseInt(arguments[4]), Integer.parseInt(arguments[5]), Integer.parseInt(arguments[6]),
				Arrays.stream(arguments).skip(FIRST_PEER).map(Peer::of).toList());
	}

	/** A directory of another filesystem. */
	record Peer(String name, Path directory) {

		/**
		 * Parses {@code NAME=DIR}.
		 * @throws IllegalArgumentException if the argument has another form
		 */
		static Peer of(String argument) {
			if (!argument.matches("[\\w .+-]+=.+")) {
				throw new IllegalArgumentException(
						"Expected NAME=DIR, the name of letters, digits, blanks and -.+_: '" + argument + "'");
			}
			int end = argument.indexOf('=');
			return new Peer(argument.substring(0, end), Path.of(argument.substring(end + 1)));
		}

	}

}
