package io.fusemount.core.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The table of locks in {@code docs/ARCHITECTURE.md}.
 */
public final class LockTable {

	static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

	private static final Pattern NAME = Pattern.compile("`(\\w+)`");

	private LockTable() {
	}

	/**
	 * Returns the simple names of the classes whose monitors are held for moments, so
	 * that nothing may be called with them held that may wait.
	 */
	public static Set<String> momentary() {
		return rows().stream()
			.filter((row) -> row.get(1).startsWith("moments"))
			.flatMap((row) -> names(row.get(0)).stream())
			.collect(Collectors.toUnmodifiableSet());
	}

	static List<List<String>> rows() {
		List<List<String>> rows = new ArrayList<>();
		for (String line : section().lines().toList()) {
			if (line.startsWith("|") && !line.startsWith("|---") && !line.startsWith("| monitor")) {
				rows.add(Stream.of(line.substring(1).split("\\|")).map(String::strip).toList());
			}
		}
		return rows;
	}

	private static String section() {
		String document = read(ROOT.resolve("docs/ARCHITECTURE.md"));
		return document.substring(document.indexOf("\n## Locks"));
	}

	static List<String> names(String cell) {
		return NAME.matcher(cell).results().map((found) -> found.group(1)).toList();
	}

	static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
