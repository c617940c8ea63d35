package io.fusemount.bench.fairness;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * The many programs: each looks up one new name after the other, until the input ends.
 */
public final class Crowd {

	private static final int STACK = 128 << 10;

	private Crowd() {
	}

	/**
	 * Runs the programs, and prints a line when each has been served once.
	 * @param arguments the directory, and the number of programs
	 */
	public static void main(String[] arguments) throws IOException, InterruptedException {
		Path directory = Path.of(arguments[0]);
		int programs = Integer.parseInt(arguments[1]);
		CountDownLatch served = new CountDownLatch(programs);
		for (int i = 0; i < programs; i++) {
			int program = i;
			Thread thread = new Thread(null, () -> {
				for (long n = System.nanoTime();; n++) {
					Files.exists(directory.resolve(program + "-" + n));
					served.countDown();
				}
			}, "program " + i, STACK);
			thread.setDaemon(true);
			thread.start();
		}
		served.await();
		System.out.println("served");
		System.in.transferTo(OutputStream.nullOutputStream());
	}

}
