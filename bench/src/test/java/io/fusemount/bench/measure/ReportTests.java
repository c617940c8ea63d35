package io.fusemount.bench.measure;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReportTests {

	private final Report report = new Report(comparison());

	private static Comparison comparison() {
		Comparison comparison = new Comparison("small reads", Unit.OPERATIONS, "theirs", 0.8);
		List.of(new Measurement(900, 1), new Measurement(100, 3), new Measurement(200, 2))
			.forEach((run) -> comparison.add("ours", run));
		List.of(new Measurement(50, 8), new Measurement(150, 9)).forEach((run) -> comparison.add("theirs", run));
		return comparison;
	}

	@Test
	void mediansAreShownSideBySide() {
		assertThat(this.report.table().lines().map(String::strip))
			.anyMatch((line) -> line.matches("small reads +IOPS +µs CPU/operation +theirs = 1, goal 0.8"))
			.anyMatch((line) -> line.matches("ours +200 +2.00 +9.33"))
			.anyMatch((line) -> line.matches("theirs +100 +8.50 +1.00"));
	}

	@Test
	void everyRunIsKept() {
		assertThat(this.report.json()).contains("\"ratio\": 9.333")
			.contains("\"goal\": 0.8,")
			.contains("\"rates\": [900, 100, 200]")
			.contains("\"medianRate\": 100,")
			.contains("\"cpu\": [8.000, 9.000]");
	}

}
