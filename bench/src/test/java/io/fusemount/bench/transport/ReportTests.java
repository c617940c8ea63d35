package io.fusemount.bench.transport;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReportTests {

	private final Report report = new Report(measurements(), "ours", "theirs");

	private static Map<String, List<Measurement>> measurements() {
		Map<String, List<Measurement>> measurements = new LinkedHashMap<>();
		measurements.put("ours", List.of(new Measurement(900, 1), new Measurement(100, 3), new Measurement(200, 2)));
		measurements.put("theirs", List.of(new Measurement(50, 8), new Measurement(150, 9)));
		return measurements;
	}

	@Test
	void mediansAreShownSideBySide() {
		assertThat(this.report.table().lines().map(String::strip))
			.anyMatch((line) -> line.matches("ours +200 +2.00 +9.33"))
			.anyMatch((line) -> line.matches("theirs +100 +8.50 +1.00"));
	}

	@Test
	void everyRunIsKept() {
		assertThat(this.report.json()).contains("\"ratio\": 9.333")
			.contains("\"iops\": [900, 100, 200]")
			.contains("\"medianIops\": 100,")
			.contains("\"cpuMicrosPerOperation\": [8.000, 9.000]");
	}

}
