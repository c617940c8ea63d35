package io.fusemount.bench.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

import io.fusemount.bench.measure.Comparison;
import io.fusemount.bench.measure.Measurement;
import io.fusemount.bench.measure.Unit;
import org.jspecify.annotations.Nullable;

/**
 * The program {@code bonnie++} with a file of twice the memory that it is told of, and
 * with empty files in a directory. One run of it has several results.
 */
final class Bonnie implements Stage {

	/** Debian installs it in a directory that only the path of root includes. */
	private static final List<Path> PROGRAMS = List.of(Path.of("/usr/sbin/bonnie++"), Path.of("/usr/bin/bonnie++"),
			Path.of("/usr/local/sbin/bonnie++"));

	private static final Unit KIBIBYTES = new Unit("KiB/s", "s CPU/run");

	private static final Unit SEEKS = new Unit("seeks/s", "s CPU/run");

	private static final Unit FILES = new Unit("files/s", "s CPU/run");

	/** The number of empty files, in units of 1,024. */
	private static final int THOUSANDS = 4;

	private final int mebibytes;

	private final Map<Contestant, Result> results = new HashMap<>();

	Bonnie(int mebibytes) {
		this.mebibytes = mebibytes;
	}

	static boolean isInstalled() {
		return PROGRAMS.stream().anyMatch(Files::isExecutable);
	}

	@Override
	public List<Work> works() {
		return List.of(new Work(comparison("write", KIBIBYTES), Work.Kind.PROGRAMS, (contestant) -> {
			this.results.put(contestant, run(contestant));
			return measurement(contestant, Field.WRITE);
		}), work("rewrite", KIBIBYTES, Field.REWRITE), work("read", KIBIBYTES, Field.READ),
				work("seeks", SEEKS, Field.SEEKS), work("create", FILES, Field.CREATE), work("stat", FILES, Field.STAT),
				work("delete", FILES, Field.DELETE), work("create, random names", FILES, Field.RANDOM_CREATE),
				work("stat, random order", FILES, Field.RANDOM_STAT),
				work("delete, random order", FILES, Field.RANDOM_DELETE));
	}

	private Work work(String name, Unit unit, Field field) {
		return new Work(comparison(name, unit), Work.Kind.PROGRAMS, (contestant) -> measurement(contestant, field));
	}

	private static Comparison comparison(String name, Unit unit) {
		return new Comparison("bonnie++ " + name, unit, Contestant.DISK, 0);
	}

	private @Nullable Measurement measurement(Contestant contestant, Field field) {
		Result result = Objects.requireNonNull(this.results.get(contestant));
		OptionalDouble value = field.of(result.line);
		return value.isPresent() ? new Measurement(value.getAsDouble(), result.cpuSeconds) : null;
	}

	private Result run(Contestant contestant) throws IOException, InterruptedException {
		long before = contestant.cpuNanos();
		Process process = new ProcessBuilder(
				PROGRAMS.stream().filter(Files::isExecutable).findFirst().orElseThrow().toString(), "-q", "-f", "-n",
				Integer.toString(THOUSANDS), "-u", System.getProperty("user.name"), "-m", "bench", "-r",
				Integer.toString(this.mebibytes / 2), "-s", Integer.toString(this.mebibytes), "-d",
				contestant.tree().toString())
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		if (process.waitFor() != 0) {
			throw new IOException("bonnie++ ended with " + process.exitValue() + " for " + contestant.name());
		}
		return new Result(output.strip(), (contestant.cpuNanos() - before) / 1e9);
	}

	/** The output of a run. */
	private record Result(String line, double cpuSeconds) {

	}

	/** The fields of an output line of format 1.98 and later. */
	enum Field {

		WRITE(11), REWRITE(13), READ(17), SEEKS(19), CREATE(26), STAT(28), DELETE(30), RANDOM_CREATE(32),

		RANDOM_STAT(34), RANDOM_DELETE(36);

		private final int index;

		Field(int index) {
			this.index = index;
		}

		/**
		 * Returns the value, if there is one: results below half a second are not
		 * measured.
		 */
		OptionalDouble of(String line) {
			String field = line.split(",", -1)[this.index];
			return field.startsWith("+") ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(field));
		}

	}

}
