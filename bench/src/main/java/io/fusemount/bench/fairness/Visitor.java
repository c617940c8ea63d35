package io.fusemount.bench.fairness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The one program: it looks up a new name, stores a file under it, and looks at a name
 * that is known, for a while.
 */
public final class Visitor {

	private static final int BYTES = 4096;

	private Visitor() {
	}

	/**
	 * Runs the program, and prints what it does and for how many nanoseconds.
	 * @param arguments the directory, and the number of seconds
	 */
	public static void main(String[] arguments) throws IOException {
		Path directory = Path.of(arguments[0]);
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[1]));
		byte[] content = new byte[BYTES];
		for (long n = System.nanoTime(); System.nanoTime() < end; n++) {
			Path file = directory.resolve("visit-" + n);
			time("look up", () -> Files.exists(file));
			time("store", () -> Files.write(file, content));
			time("look at", () -> Files.size(file));
		}
	}

	private static void time(String what, Work work) throws IOException {
		long start = System.nanoTime();
		work.run();
		System.out.println(what + "," + (System.nanoTime() - start));
	}

	@FunctionalInterface
	private interface Work {

		Object run() throws IOException;

	}

}
