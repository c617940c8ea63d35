package io.fusemount.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.jayway.jsonpath.JsonPath;
import org.yaml.snakeyaml.Yaml;

/**
 * The files of the directory {@code observe} for Grafana and Prometheus.
 */
final class ObserveFiles {

	static final Path DIRECTORY = Path.of("../observe").toAbsolutePath().normalize();

	private static final Pattern METRIC = Pattern
		.compile("(?<![\\w.])(?:fusemount|hikaricp|jvm|process|system)_[a-z_]+(?!\\w)");

	private static final String INSTANCE = "{job=\"archive\", instance=\"%s\", mount=\"default\"}";

	private ObserveFiles() {
	}

	/**
	 * The queries of the dashboard by panel and legend, with its variables set for all
	 * there is.
	 */
	static Map<String, String> queries() throws IOException {
		Map<String, String> queries = new LinkedHashMap<>();
		List<Map<String, Object>> panels = JsonPath.read(read("dashboard.json"), "$.panels[?(@.targets)]");
		for (Map<String, Object> panel : panels) {
			List<Map<String, String>> targets = JsonPath.read(panel, "$.targets");
			targets.forEach((target) -> queries.put(
					panel.get("title") + " " + panel.get("id") + ": " + target.get("legendFormat"),
					String.valueOf(target.get("expr"))
						.replace("$job", "archive")
						.replace("$instance", ".*")
						.replace("$mount", ".*")
						.replace("$__rate_interval", "30s")));
		}
		return queries;
	}

	/**
	 * Writes tests for promtool: each query of the dashboard for one of the metrics gives
	 * the value of the instance that has one, and the other has none.
	 */
	static Path testsOfTwoInstances(Path file, Set<String> metrics) throws IOException {
		List<Map<String, Object>> series = metrics.stream()
			.flatMap((metric) -> Stream.of(
					Map.<String, Object>of("series", metric + INSTANCE.formatted("a"), "values", "3x5"),
					Map.<String, Object>of("series", metric + INSTANCE.formatted("b"), "values", "NaN+0x5")))
			.toList();
		List<Map<String, Object>> expressions = queries().values()
			.stream()
			.filter((query) -> metrics(query).anyMatch(metrics::contains))
			.map((query) -> Map.of("expr", query, "eval_time", "3m", "exp_samples",
					List.of(Map.of("labels", "{}", "value", 3))))
			.toList();
		Map<String, Object> test = Map.of("interval", "1m", "input_series", series, "promql_expr_test", expressions);
		return Files.writeString(file, new Yaml().dump(Map.of("tests", List.of(test))));
	}

	/** The titles of all panels. */
	static List<String> panels() throws IOException {
		return JsonPath.read(read("dashboard.json"), "$.panels[*].title");
	}

	/** The alerts, as Prometheus reads them. */
	static List<Map<String, Object>> alerts() throws IOException {
		Object rules = new Yaml().load(read("alerts.yml"));
		return JsonPath.read(rules, "$.groups[*].rules[*]");
	}

	/** The names of metrics that the dashboard and the rules use. */
	static Set<String> metrics() throws IOException {
		return Stream
			.concat(queries().values().stream(), alerts().stream().map((alert) -> String.valueOf(alert.get("expr"))))
			.flatMap(ObserveFiles::metrics)
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static Stream<String> metrics(String expression) {
		return METRIC.matcher(expression).results().map(MatchResult::group);
	}

	/** Writes the rules with no more patience than a test has. */
	static Path impatientRules(Path file) throws IOException {
		return Files.writeString(file,
				read("alerts.yml").replaceAll("(?m)^(    for:).*", "$1 1s").replace(":15s]", ":1s]"));
	}

	private static String read(String name) throws IOException {
		return Files.readString(DIRECTORY.resolve(name));
	}

}
