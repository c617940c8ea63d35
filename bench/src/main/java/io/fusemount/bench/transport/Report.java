package io.fusemount.bench.transport;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The result as a table and as JSON.
 */
final class Report {

	private final Map<String, List<Measurement>> measurements;

	private final String subject;

	private final String peer;

	/**
	 * Creates the report.
	 * @param measurements those of each way to mount
	 * @param subject whose IOPS are the numerator of the ratio
	 * @param peer whose IOPS are the denominator
	 */
	Report(Map<String, List<Measurement>> measurements, String subject, String peer) {
		this.measurements = measurements;
		this.subject = subject;
		this.peer = peer;
	}

	String table() {
		String head = String.format(Locale.ROOT, "%n%-16s %12s %20s   %s%n", "median", "IOPS", "µs CPU/operation",
				"IOPS of " + this.peer + " = 1");
		return head + this.measurements.entrySet()
			.stream()
			.map((entry) -> String.format(Locale.ROOT, "%-16s %12.0f %20.2f   %.2f", entry.getKey(),
					iops(entry.getKey()), median(entry.getValue(), Measurement::cpuMicros), ratio(entry.getKey())))
			.collect(Collectors.joining(System.lineSeparator()));
	}

	String json() {
		String servers = this.measurements.entrySet()
			.stream()
			.map((entry) -> server(entry.getKey(), entry.getValue()))
			.collect(Collectors.joining(",\n"));
		return String.format(Locale.ROOT, """
				{
				  "load": "4 KiB direct random reads, 2 jobs, null filesystem",
				  "kernel": "%s",
				  "java": "%s",
				  "cores": %d,
				  "ratio": %.3f,
				  "servers": [
				%s
				  ]
				}
				""", System.getProperty("os.version").replaceAll("-.*", ""), System.getProperty("java.version"),
				Runtime.getRuntime().availableProcessors(), ratio(this.subject), servers);
	}

	private static String server(String name, List<Measurement> runs) {
		return String
			.format(Locale.ROOT, """
					{
					  "name": "%s",
					  "medianIops": %.0f,
					  "medianCpuMicrosPerOperation": %.3f,
					  "iops": [%s],
					  "cpuMicrosPerOperation": [%s]
					}""", name, median(runs, Measurement::iops), median(runs, Measurement::cpuMicros),
					numbers(runs, Measurement::iops, "%.0f"), numbers(runs, Measurement::cpuMicros, "%.3f"))
			.indent(4)
			.stripTrailing();
	}

	private static String numbers(List<Measurement> runs, ToDoubleFunction<Measurement> value, String format) {
		return runs.stream()
			.map((run) -> String.format(Locale.ROOT, format, value.applyAsDouble(run)))
			.collect(Collectors.joining(", "));
	}

	private double iops(String name) {
		return median(this.measurements.getOrDefault(name, List.of()), Measurement::iops);
	}

	/**
	 * The median of the ratios of each round: what disturbs a round disturbs both.
	 */
	private double ratio(String name) {
		List<Measurement> runs = this.measurements.getOrDefault(name, List.of());
		List<Measurement> others = this.measurements.getOrDefault(this.peer, List.of());
		return median(IntStream.range(0, Math.min(runs.size(), others.size()))
			.mapToDouble((round) -> runs.get(round).iops() / others.get(round).iops()));
	}

	private static double median(List<Measurement> runs, ToDoubleFunction<Measurement> value) {
		return median(runs.stream().mapToDouble(value));
	}

	private static double median(DoubleStream values) {
		double[] sorted = values.sorted().toArray();
		int middle = sorted.length / 2;
		return (sorted.length % 2 == 1) ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
	}

}
