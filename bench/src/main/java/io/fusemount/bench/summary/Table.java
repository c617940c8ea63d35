package io.fusemount.bench.summary;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * All loads for a terminal, with one line for each way.
 */
final class Table {

	private static final String LINE = "%-42s %-26s %26s %24s %8s  %s";

	private Table() {
	}

	static String of(List<Load> loads) {
		String head = line("load", "by", "median", "", "ratio", "");
		return head + loads.stream().map(Table::of).collect(Collectors.joining());
	}

	private static String of(Load load) {
		StringBuilder lines = new StringBuilder();
		for (Way way : load.ways()) {
			boolean first = lines.isEmpty();
			lines.append(line(first ? load.subject() + ": " + load.name() : "", way.name(), way.value(), way.cost(),
					way.hasRatio() ? number(way.ratio()) : "", first ? remark(load, way) : ""));
		}
		return lines.toString();
	}

	private static String remark(Load load, Way first) {
		if (load.yardstick().isEmpty()) {
			return "";
		}
		String remark = "1 = " + load.yardstick();
		if (!load.hasGoal() || !first.hasRatio()) {
			return remark;
		}
		return remark + ", goal " + number(load.goal()) + (first.reaches(load.goal()) ? " reached" : " MISSED");
	}

	private static String number(double value) {
		return String.format(Locale.ROOT, "%.2f", value);
	}

	private static String line(Object... columns) {
		return String.format(Locale.ROOT, LINE, columns).stripTrailing() + System.lineSeparator();
	}

}
