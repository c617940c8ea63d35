package io.fusemount.bench.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.yaml.snakeyaml.Yaml;

/**
 * Reads results of benchmarks in any of their forms.
 */
final class Results {

	private static final double NONE = Double.NaN;

	private final List<Load> loads = new ArrayList<>();

	private Results() {
	}

	/**
	 * Returns the loads of all benchmarks.
	 * @param json an object with the results of each benchmark by its subject
	 */
	static List<Load> read(String json) {
		Results results = new Results();
		// JSON is YAML.
		object(new Yaml().load(json)).forEach(results::add);
		return results.loads;
	}

	private void add(String subject, Object document) {
		if (document instanceof List<?> benchmarks) {
			objects(benchmarks).forEach((benchmark) -> this.loads.add(microbenchmark(subject, benchmark)));
		}
		else if (document instanceof Map<?, ?> report && report.containsKey("comparisons")) {
			objects(report.get("comparisons")).forEach((load) -> this.loads
				.add(load.containsKey("below") ? delays(subject, load) : comparison(subject, load)));
		}
		else if (document instanceof Map<?, ?> report && report.containsKey("runs")) {
			objects(report.get("runs")).forEach((run) -> this.loads
				.add(alone(subject, text(run, "load"), format("%,.3f s", number(run, "seconds")))));
			object(member(object(report), "mebibytes")).forEach((name, value) -> this.loads
				.add(alone(subject, name, format("%,.0f", ((Number) value).doubleValue()))));
		}
		else {
			throw new IllegalArgumentException("Not the result of a benchmark: " + subject);
		}
	}

	private static Load comparison(String subject, Map<String, Object> load) {
		String rateUnit = " " + text(load, "rateUnit");
		String cpuUnit = " " + text(load, "cpuUnit");
		List<Way> ways = objects(member(load, "ways")).stream()
			.map((way) -> new Way(text(way, "name"), number(way, "ratio"),
					format("%,.0f", number(way, "medianRate")) + rateUnit,
					format("%,.2f", number(way, "medianCpu")) + cpuUnit))
			.toList();
		return new Load(subject, text(load, "load"), text(load, "peer"),
				load.containsKey("goal") ? number(load, "goal") : 0, ways);
	}

	/**
	 * Less is better, so the ratio is that of the permitted delay to the measured one.
	 */
	private static Load delays(String subject, Map<String, Object> load) {
		double below = number(load, "below");
		String unit = " " + text(load, "unit");
		List<Way> ways = objects(member(load, "ways")).stream()
			.map((way) -> new Way(text(way, "name"), below / number(way, "p99"),
					format("p50 %,.2f", number(way, "p50")) + unit + ", p99 " + format("%,.2f", number(way, "p99"))
							+ unit,
					""))
			.toList();
		return new Load(subject, text(load, "load"), "p99 of " + format("%,.0f", below) + unit, 1, ways);
	}

	private static Load microbenchmark(String subject, Map<String, Object> benchmark) {
		Map<String, Object> metric = object(member(benchmark, "primaryMetric"));
		String name = text(benchmark, "benchmark");
		return alone(subject, name.substring(name.lastIndexOf('.') + 1),
				format("%,.1f", number(metric, "score")) + " " + text(metric, "scoreUnit"));
	}

	private static Load alone(String subject, String name, String value) {
		return new Load(subject, name, "", 0, List.of(new Way("fusemount", NONE, value, "")));
	}

	private static String text(Map<String, Object> object, String name) {
		return member(object, name).toString();
	}

	private static Object member(Map<String, Object> object, String name) {
		Object value = object.get(name);
		if (value == null) {
			throw new IllegalArgumentException("A result has no " + name);
		}
		return value;
	}

	private static double number(Map<String, Object> object, String member) {
		return (object.get(member) instanceof Number number) ? number.doubleValue() : NONE;
	}

	private static String format(String format, double value) {
		return String.format(Locale.ROOT, format, value);
	}

	private static List<Map<String, Object>> objects(Object list) {
		return ((List<?>) list).stream().map(Results::object).toList();
	}

	@SuppressWarnings("unchecked")
	private static Map<String, Object> object(Object value) {
		return (Map<String, Object>) value;
	}

}
