package io.fusemount.bench.summary;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The loads that have a goal, as bars in SVG. Each way is compared with the yardstick,
 * drawn as a line like the goal. The same results give the same bytes.
 */
final class Picture {

	private static final int WIDTH = 940;

	private static final int MARGIN = 16;

	/** The start of the bars. */
	private static final int ORIGIN = 300;

	/** The length of a bar whose ratio is 1. */
	private static final int ONE = 180;

	/** Longer bars are cut at this ratio and have an arrow. */
	private static final double MAXIMUM = 2;

	private static final int HEAD = 84;

	private static final int BAR = 12;

	private static final int LINE = 16;

	private static final int GAP = 12;

	private static final int SUBJECT = 26;

	private static final String STYLE = """
			text { font: 12px system-ui, sans-serif; fill: #1f2328; }
			.back { fill: #ffffff; }
			.title { font-size: 16px; font-weight: 600; }
			.subject { font-weight: 600; fill: #59636e; }
			.small { font-size: 11px; fill: #59636e; }
			.first { fill: #0a5cc2; }
			.ours { fill: #7fb0ea; }
			.other { fill: #a8b0b9; }
			.one { stroke: #59636e; }
			.grid { stroke: #d1d9e0; }
			.goal { stroke: #bc4c00; stroke-width: 2; stroke-dasharray: 3 2; }
			@media (prefers-color-scheme: dark) {
			  text { fill: #f0f6fc; }
			  .back { fill: #0d1117; }
			  .subject, .small { fill: #9198a1; }
			  .first { fill: #58a6ff; }
			  .ours { fill: #1f4f8f; }
			  .other { fill: #4f5761; }
			  .one { stroke: #9198a1; }
			  .grid { stroke: #3d444d; }
			  .goal { stroke: #f0883e; }
			}
			""";

	private final StringBuilder elements = new StringBuilder();

	private final Set<String> yardsticks;

	private int y = HEAD;

	private Picture(List<Load> loads) {
		this.yardsticks = loads.stream().map(Load::yardstick).collect(Collectors.toSet());
	}

	/**
	 * Draws the loads.
	 */
	static String of(List<Load> loads) {
		Picture picture = new Picture(loads);
		String subject = "";
		for (Load load : loads.stream().filter(Load::hasGoal).toList()) {
			if (!load.subject().equals(subject)) {
				subject = load.subject();
				picture.subject(subject);
			}
			picture.load(load);
		}
		return picture.document();
	}

	private void subject(String name) {
		this.y += SUBJECT;
		text(MARGIN, this.y - GAP, "subject", "", name);
	}

	private void load(Load load) {
		List<Way> ways = load.ways().stream().filter((way) -> way.hasRatio() && isDrawn(way, load)).toList();
		int height = LINE * Math.max(2, ways.size());
		text(ORIGIN - GAP, this.y + BAR - 1, "", " text-anchor=\"end\"", load.name());
		text(ORIGIN - GAP, this.y + BAR - 1 + LINE, "small", " text-anchor=\"end\"",
				"1 = " + load.yardstick() + ", goal " + number(load.goal()));
		for (int i = 0; i < ways.size(); i++) {
			bar(ways.get(i), (ways.get(i) == load.ways().get(0)) ? "first" : kind(ways.get(i)), this.y + i * LINE);
		}
		line("one", 1, this.y - 2, this.y + height);
		line("goal", Math.min(load.goal(), MAXIMUM), this.y - 2, this.y + height);
		this.y += height + GAP;
	}

	/** A way that is the yardstick of any load has no bar. */
	private boolean isDrawn(Way way, Load load) {
		return way == load.ways().get(0) || !this.yardsticks.contains(way.name());
	}

	private static String kind(Way way) {
		return way.name().startsWith("fusemount") ? "ours" : "other";
	}

	private void bar(Way way, String kind, int top) {
		double length = Math.min(way.ratio(), MAXIMUM) * ONE;
		this.elements
			.append(String.format(Locale.ROOT, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>%n",
					kind, ORIGIN, top, length, BAR));
		text(ORIGIN + (int) Math.max(length, ONE) + 6, top + BAR - 2, "small", "",
				((way.ratio() > MAXIMUM) ? "→ " : "") + number(way.ratio()) + " " + way.name() + " · " + way.value());
	}

	private void line(String kind, double ratio, int top, int bottom) {
		int x = ORIGIN + (int) Math.round(ratio * ONE);
		this.elements.append(String.format(Locale.ROOT,
				"<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>%n", kind, x, top, x, bottom));
	}

	private void text(int x, int baseline, String kind, String attributes, String text) {
		this.elements.append(String.format(Locale.ROOT, "<text class=\"%s\" x=\"%d\" y=\"%d\"%s>%s</text>%n", kind, x,
				baseline, attributes, escape(text)));
	}

	private String document() {
		String bars = this.elements.toString();
		this.elements.setLength(0);
		text(MARGIN, 28, "title", "", "How fast, beside a yardstick in the same run");
		text(MARGIN, 46, "small", "",
				"Ratios of rates, longer is better. The solid line is the yardstick, the dashed one the goal of the "
						+ "first bar.");
		for (int tenths = 0; tenths <= MAXIMUM * 10; tenths += 5) {
			text(ORIGIN + tenths * ONE / 10, HEAD - GAP, "small", " text-anchor=\"middle\"", number(tenths / 10.0));
			line("grid", tenths / 10.0, HEAD - GAP + 4, this.y);
		}
		return String.format(Locale.ROOT,
				"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1$d %2$d\" width=\"%1$d\" height=\"%2$d\" "
						+ "role=\"img\" aria-label=\"Results of the benchmarks\">%n<style>%n%3$s</style>%n"
						+ "<rect class=\"back\" width=\"%1$d\" height=\"%2$d\"/>%n%4$s%5$s</svg>%n",
				WIDTH, this.y + MARGIN, STYLE, this.elements, bars);
	}

	private static String number(double value) {
		return String.format(Locale.ROOT, "%.2f", value);
	}

	private static String escape(String text) {
		return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
	}

}
