package io.fusemount.bench.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The program {@code fio}.
 */
public final class Fio {

	/** The fields of the terse output, version 3. */
	private static final int ERROR = 4;

	private static final int READ = 5;

	private static final int WRITE = 46;

	private Fio() {
	}

	/**
	 * Runs jobs that read.
	 * @return the result of all of them together
	 */
	public static Result read(String... options) throws IOException, InterruptedException {
		return Result.of(run(options), READ);
	}

	/**
	 * Runs jobs that write.
	 * @return the result of all of them together
	 */
	public static Result write(String... options) throws IOException, InterruptedException {
		return Result.of(run(options), WRITE);
	}

	private static List<String> run(String... options) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(List.of("fio"));
		command.addAll(List.of(options));
		command.addAll(List.of("--group_reporting", "--output-format=terse", "--terse-version=3"));
		Process fio = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
		String output = new String(fio.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		fio.waitFor();
		List<String> fields = output.lines()
			.filter((line) -> line.startsWith("3;"))
			.findFirst()
			.map((line) -> List.of(line.split(";")))
			.orElseThrow(() -> new IOException("fio printed no result: " + output));
		if (!fields.get(ERROR).equals("0")) {
			throw new IOException("fio failed with error " + fields.get(ERROR));
		}
		return fields;
	}

	/**
	 * What the jobs did.
	 *
	 * @param kibibytes the amount of data
	 * @param kibibytesPerSecond the amount of data in a second
	 * @param operationsPerSecond the number of operations in a second
	 */
	public record Result(double kibibytes, double kibibytesPerSecond, double operationsPerSecond) {

		private static Result of(List<String> fields, int first) {
			return new Result(Double.parseDouble(fields.get(first)), Double.parseDouble(fields.get(first + 1)),
					Double.parseDouble(fields.get(first + 2)));
		}

	}

}
