package io.fusemount.conformance.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The classes that a program in a JVM of its own loads, as logged by its JVM.
 *
 * @param file the log
 */
public record ClassLog(Path file) {

	/**
	 * Classes of the JDK, and classes generated at run time, have other sources.
	 */
	private static final Pattern FROM_FILE = Pattern.compile("\\[class,load\\s*\\] (\\S+) source: (file|jar):.*");

	/** Returns a launcher that makes a JVM log its classes. */
	public List<String> launcher() {
		return List.of("env", "JAVA_TOOL_OPTIONS=-Xlog:class+load:file=" + this.file + ":tags");
	}

	/** Returns the number of lines so far. */
	public int size() {
		return lines().size();
	}

	/**
	 * Returns the classes that were loaded from jars and directories after the given
	 * number of lines.
	 */
	public List<String> since(int size) {
		List<String> lines = lines();
		return lines.subList(size, lines.size()).stream().flatMap(ClassLog::loaded).distinct().sorted().toList();
	}

	private static Stream<String> loaded(String line) {
		Matcher matcher = FROM_FILE.matcher(line);
		return matcher.matches() ? Stream.of(matcher.group(1)) : Stream.of();
	}

	private List<String> lines() {
		try {
			return Files.readAllLines(this.file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
