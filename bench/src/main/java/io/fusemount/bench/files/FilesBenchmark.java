package io.fusemount.bench.files;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

import io.fusemount.bench.measure.Comparison;
import io.fusemount.bench.measure.Measurement;
import io.fusemount.bench.measure.Report;

/**
 * Compares the work of programs with files through FuseMount, on two databases and with
 * each transport, with the local disk, with plain JDBC, and with other mounts.
 */
public final class FilesBenchmark {

	private FilesBenchmark() {
	}

	/**
	 * Runs the benchmark.
	 * @param arguments the file for the result, the number of rounds, the seconds of a
	 * run, the numbers of entries, the number of small files, the sizes of the file to
	 * read and of the large file in MiB, and peers as {@code NAME=DIR}
	 */
	public static void main(String[] arguments) throws Exception {
		Settings settings = Settings.of(arguments);
		List<Stage> stages = stages(settings);
		List<List<Work>> works = stages.stream().map(Stage::works).toList();
		Report report = new Report(comparisons(stages, works));
		try (Contestants contestants = Contestants.start(settings)) {
			for (int i = 0; i < stages.size(); i++) {
				run(stages.get(i), works.get(i), contestants.all().stream().filter(stages.get(i)::suits).toList(),
						settings.rounds());
			}
		}
		finally {
			for (Stage stage : stages) {
				stage.close();
			}
		}
		report.publish(Path.of(arguments[0]));
	}

	private static Comparison[] comparisons(List<Stage> stages, List<List<Work>> works) {
		return Stream
			.concat(stages.stream().map(Stage::beginnings).flatMap(List::stream),
					works.stream().flatMap(List::stream).map(Work::comparison))
			.distinct()
			.toArray(Comparison[]::new);
	}

	private static List<Stage> stages(Settings settings) throws Exception {
		List<Stage> stages = new ArrayList<>();
		stages.add(new SmallChanges(settings.files()));
		settings.entries().forEach((entries) -> stages.add(new Entries(entries, settings.seconds())));
		stages.add(new LargeFiles(settings));
		stages.add(new Streams(settings.largeMebibytes()));
		if (Bonnie.isInstalled()) {
			stages.add(new Bonnie(settings.largeMebibytes()));
		}
		else {
			System.out.println("Without bonnie++: it is not installed (apt-get install bonnie++).");
		}
		return stages;
	}

	private static void run(Stage stage, List<Work> works, List<Contestant> contestants, int rounds) throws Exception {
		for (Contestant contestant : contestants) {
			stage.prepare(contestant);
		}
		// The first round warms up.
		for (int round = 0; round <= rounds; round++) {
			int part = 0;
			for (int i = 0; i < works.size(); i++) {
				part = (i > 0 && works.get(i).comparison() == works.get(i - 1).comparison()) ? part + 1 : 0;
				run(works.get(i), contestants, round, (round + part) % 2 == 0);
			}
		}
		for (Contestant contestant : contestants) {
			stage.finish(contestant);
		}
	}

	/** Runs a work for each contestant, alternating the order. */
	private static void run(Work work, List<Contestant> contestants, int round, boolean reversed) throws Exception {
		List<Contestant> order = new ArrayList<>(contestants.stream().filter(work::suits).toList());
		if (reversed) {
			Collections.reverse(order);
		}
		work.prepare(order);
		for (Contestant contestant : order) {
			Measurement measured = work.run().of(contestant);
			System.out.printf("round %d, %s, %s: %s%n", round, work.comparison().name(), contestant.name(),
					(measured != null) ? work.comparison().describe(measured) : "too fast to be measured");
			if (round > 0 && measured != null) {
				work.comparison().add(contestant.name(), measured);
			}
		}
	}

}
