package io.fusemount.bench.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The delays of a repeated event, in several ways. The result is the delay that 99 of 100
 * events do not exceed.
 */
public final class Delays implements Finding {

	private static final double NANOS_PER_MILLISECOND = 1e6;

	private final Map<String, List<Long>> nanos = new LinkedHashMap<>();

	private final String name;

	private final int goal;

	/**
	 * Creates the delays.
	 * @param name the load in words
	 * @param goal the milliseconds that 99 of 100 events should not exceed
	 */
	public Delays(String name, int goal) {
		this.name = name;
		this.goal = goal;
	}

	/**
	 * Adds a delay.
	 */
	public void add(String way, long elapsed) {
		this.nanos.computeIfAbsent(way, (key) -> new ArrayList<>()).add(elapsed);
	}

	@Override
	public String table() {
		String head = String.format(Locale.ROOT, "%-30s %12s %12s %12s   p99 below %d ms%n", this.name, "p50 ms",
				"p99 ms", "max ms", this.goal);
		return head + this.nanos.keySet()
			.stream()
			.map((way) -> String.format(Locale.ROOT, "  %-28s %12.3f %12.3f %12.3f%n", way, percentile(way, 50),
					percentile(way, 99), percentile(way, 100)))
			.collect(Collectors.joining());
	}

	@Override
	public String json() {
		String ways = this.nanos.keySet()
			.stream()
			.map((way) -> String.format(Locale.ROOT,
					"{ \"name\": \"%s\", \"samples\": %d, \"p50\": %.3f, \"p99\": %.3f, \"max\": %.3f }", way,
					sorted(way).size(), percentile(way, 50), percentile(way, 99), percentile(way, 100)))
			.collect(Collectors.joining(",\n"));
		return String.format(Locale.ROOT, """
				{
				  "load": "%s",
				  "unit": "ms",
				  "below": %d,
				  "ways": [
				%s
				  ]
				}""", this.name, this.goal, ways.indent(4).stripTrailing());
	}

	/**
	 * Returns the smallest delay that the given percentage of the events do not exceed.
	 */
	private double percentile(String way, int percent) {
		List<Long> sorted = sorted(way);
		int rank = (int) Math.ceil(sorted.size() * percent / 100.0);
		return sorted.get(Math.max(rank, 1) - 1) / NANOS_PER_MILLISECOND;
	}

	private List<Long> sorted(String way) {
		return this.nanos.getOrDefault(way, List.of()).stream().sorted().toList();
	}

}
