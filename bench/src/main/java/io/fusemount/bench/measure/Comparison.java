package io.fusemount.bench.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Several ways to run the same load, each measured equally often and shortly after the
 * others. The comparison is about the first way.
 */
public final class Comparison implements Finding {

	private final Map<String, List<Measurement>> measurements = new LinkedHashMap<>();

	private final String name;

	private final Unit unit;

	private final String peer;

	private final double goal;

	/**
	 * Creates the comparison.
	 * @param name the load in words
	 * @param peer the way whose rate is the denominator of ratios
	 * @param goal the ratio that the first way should reach, 0 for none
	 */
	public Comparison(String name, Unit unit, String peer, double goal) {
		this.name = name;
		this.unit = unit;
		this.peer = peer;
		this.goal = goal;
	}

	public String name() {
		return this.name;
	}

	/**
	 * Adds another run.
	 */
	public void add(String way, Measurement run) {
		this.measurements.computeIfAbsent(way, (key) -> new ArrayList<>()).add(run);
	}

	/**
	 * Returns a description of a run.
	 */
	public String describe(Measurement run) {
		return String.format(Locale.ROOT, "%.0f %s, %.2f %s", run.rate(), this.unit.rate(), run.cpu(), this.unit.cpu());
	}

	@Override
	public String table() {
		String head = String.format(Locale.ROOT, "%-30s %12s %20s   %s%n", this.name, this.unit.rate(), this.unit.cpu(),
				this.peer + " = 1" + ((this.goal > 0) ? ", goal " + this.goal : ""));
		return head + this.measurements.keySet()
			.stream()
			.map((way) -> String.format(Locale.ROOT, "  %-28s %12.0f %20.2f   %s%n", way,
					median(way, Measurement::rate), median(way, Measurement::cpu), ratio(way, "%.2f", "-")))
			.collect(Collectors.joining());
	}

	@Override
	public String json() {
		String ways = this.measurements.keySet().stream().map(this::json).collect(Collectors.joining(",\n"));
		return String.format(Locale.ROOT, """
				{
				  "load": "%s",
				  "rateUnit": "%s",
				  "cpuUnit": "%s",
				  "peer": "%s",%s
				  "ways": [
				%s
				  ]
				}""", this.name, this.unit.rate(), this.unit.cpu(), this.peer,
				(this.goal > 0) ? "\n  \"goal\": " + this.goal + "," : "", ways.indent(4).stripTrailing());
	}

	private String json(String way) {
		return String.format(Locale.ROOT, """
				{
				  "name": "%s",
				  "ratio": %s,
				  "medianRate": %.0f,
				  "medianCpu": %.3f,
				  "rates": [%s],
				  "cpu": [%s]
				}""", way, ratio(way, "%.3f", "null"), median(way, Measurement::rate), median(way, Measurement::cpu),
				numbers(way, Measurement::rate, "%.0f"), numbers(way, Measurement::cpu, "%.3f"));
	}

	private String numbers(String way, ToDoubleFunction<Measurement> value, String format) {
		return runs(way).stream()
			.map((run) -> String.format(Locale.ROOT, format, value.applyAsDouble(run)))
			.collect(Collectors.joining(", "));
	}

	/**
	 * The median of the ratios of runs made together, because a disturbance affects both
	 * runs.
	 */
	private String ratio(String way, String format, String none) {
		List<Measurement> runs = runs(way);
		List<Measurement> others = runs(this.peer);
		if (others.isEmpty()) {
			return none;
		}
		double ratio = median(IntStream.range(0, Math.min(runs.size(), others.size()))
			.mapToDouble((run) -> runs.get(run).rate() / others.get(run).rate()));
		return String.format(Locale.ROOT, format, ratio);
	}

	private List<Measurement> runs(String way) {
		return this.measurements.getOrDefault(way, List.of());
	}

	private double median(String way, ToDoubleFunction<Measurement> value) {
		return median(runs(way).stream().mapToDouble(value));
	}

	private static double median(DoubleStream values) {
		double[] sorted = values.sorted().toArray();
		int middle = sorted.length / 2;
		return (sorted.length % 2 == 1) ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
	}

}
