package io.fusemount.bench.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The result of a benchmark. Create the report before the first run, because it records
 * the load of the machine: above 0, the programs compete with others for the cores, and
 * ratios of rates are too small.
 */
public final class Report {

	private final double loadBefore = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();

	private final List<Finding> comparisons;

	public Report(Finding... comparisons) {
		this.comparisons = Arrays.asList(comparisons);
	}

	/**
	 * Prints the result and writes it to a file.
	 */
	public void publish(Path file) throws IOException {
		System.out.println(table());
		Files.createDirectories(file.toAbsolutePath().getParent());
		Files.writeString(file, json());
		System.out.println("Written to " + file);
	}

	String table() {
		return String.format(Locale.ROOT, "%nMedians; load average before: %.2f%n%n", this.loadBefore)
				+ this.comparisons.stream().map(Finding::table).collect(Collectors.joining(System.lineSeparator()));
	}

	String json() {
		return String.format(Locale.ROOT, """
				{
				  "kernel": "%s",
				  "java": "%s",
				  "cores": %d,
				  "loadAverageBefore": %.2f,
				  "comparisons": [
				%s
				  ]
				}
				""", System.getProperty("os.version").replaceAll("-.*", ""), System.getProperty("java.version"),
				Runtime.getRuntime().availableProcessors(), this.loadBefore,
				this.comparisons.stream()
					.map(Finding::json)
					.collect(Collectors.joining(",\n"))
					.indent(4)
					.stripTrailing());
	}

}
