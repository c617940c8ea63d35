package io.fusemount.conformance.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * How long the sources of a build may be, with exceptions that may only shrink.
 */
final class SourceSizes {

	private static final Map<String, Integer> LIMITS = Map.of("src/main/java", 400, "src/test/java", 500);

	/** Names of files with the lines that they have. */
	private final Map<String, Integer> exceptions;

	SourceSizes(Map<String, Integer> exceptions) {
		this.exceptions = Map.copyOf(exceptions);
	}

	/** Returns what is wrong in the modules below this directory, a line each. */
	List<String> violations(Path build) throws IOException {
		Map<String, Integer> unused = new TreeMap<>(this.exceptions);
		List<String> violations = new ArrayList<>();
		for (Path module : directories(build)) {
			for (Map.Entry<String, Integer> limit : new TreeMap<>(LIMITS).entrySet()) {
				for (Path source : sources(module.resolve(limit.getKey()))) {
					int lines = lines(source);
					if (lines > limit.getValue()) {
						String name = source.getFileName().toString();
						Integer recorded = unused.remove(name);
						int allowed = (recorded != null) ? recorded : limit.getValue();
						if (lines > allowed) {
							violations.add("%s has %d lines, and may have %d".formatted(build.relativize(source), lines,
									allowed));
						}
					}
				}
			}
		}
		unused.keySet().forEach((name) -> violations.add(name + " is an exception without need"));
		return violations;
	}

	private static List<Path> directories(Path build) throws IOException {
		try (Stream<Path> found = Files.list(build)) {
			return found.filter(Files::isDirectory).sorted().toList();
		}
	}

	private static List<Path> sources(Path root) throws IOException {
		if (!Files.isDirectory(root)) {
			return List.of();
		}
		try (Stream<Path> found = Files.walk(root)) {
			return found.filter((path) -> path.toString().endsWith(".java")).sorted().toList();
		}
	}

	private static int lines(Path source) throws IOException {
		try (Stream<String> lines = Files.lines(source)) {
			return (int) lines.count();
		}
	}

}
