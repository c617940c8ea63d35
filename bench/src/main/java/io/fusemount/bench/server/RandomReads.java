package io.fusemount.bench.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;

import io.fusemount.bench.measure.Measurement;

/**
 * The load of programs that read 4 KiB at random positions, bypassing the page cache.
 */
public final class RandomReads {

	private static final int BLOCK_KIB = 4;

	/** The fields of fio's terse output, version 3. */
	private static final int ERROR = 4;

	private static final int READ_KIB = 5;

	private static final int READ_IOPS = 7;

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
		List<String> fields = fio(file, programs, seconds);
		long used = cpuNanos.getAsLong() - before;
		if (!fields.get(ERROR).equals("0")) {
			throw new IOException("fio failed with error " + fields.get(ERROR));
		}
		double operations = Double.parseDouble(fields.get(READ_KIB)) / BLOCK_KIB;
		return new Measurement(Double.parseDouble(fields.get(READ_IOPS)), used / 1e3 / operations);
	}

	private static List<String> fio(Path file, int programs, int seconds) throws IOException, InterruptedException {
		Process fio = new ProcessBuilder("fio", "--name=reads", "--filename=" + file, "--readonly", "--rw=randread",
				"--bs=" + BLOCK_KIB + "k", "--direct=1", "--ioengine=psync", "--numjobs=" + programs, "--time_based",
				"--runtime=" + seconds, "--group_reporting", "--output-format=terse", "--terse-version=3")
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		String output = new String(fio.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		fio.waitFor();
		return output.lines()
			.filter((line) -> line.startsWith("3;"))
			.findFirst()
			.map((line) -> List.of(line.split(";")))
			.orElseThrow(() -> new IOException("fio printed no result: " + output));
	}

}
