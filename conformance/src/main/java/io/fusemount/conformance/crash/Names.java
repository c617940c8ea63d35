package io.fusemount.conformance.crash;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * The names of one writer, which no other writer uses. Those of directories end with a
 * slash.
 */
final class Names {

	private static final int MAX_DEPTH = 3;

	private final String prefix;

	private final Random random;

	private final Manifest manifest;

	private final List<Held> open;

	private long sequence;

	Names(String prefix, Random random, Manifest manifest, List<Held> open) {
		this.prefix = prefix;
		this.random = random;
		this.manifest = manifest;
		this.open = open;
	}

	/** Returns the files with a known state. */
	Map<String, byte[]> files() {
		SortedMap<String, byte[]> files = new TreeMap<>(this.manifest.certain());
		files.keySet().removeIf(Names::isDirectory);
		return files;
	}

	/** Returns the directories that are known to exist. */
	List<String> directories() {
		return this.manifest.certain().keySet().stream().filter(Names::isDirectory).toList();
	}

	private static boolean isDirectory(String name) {
		return name.endsWith("/");
	}

	String anyFile() {
		return any(List.copyOf(files().keySet()));
	}

	/** Returns a free name, in any directory. */
	String newFile() {
		String directory = directories().isEmpty() || this.random.nextInt(4) == 0 ? "" : any(directories());
		return directory + next() + ".dat";
	}

	@Nullable String anyDirectory() {
		return directories().isEmpty() ? null : any(directories());
	}

	/** Returns a free name, in any directory. */
	String newDirectory() {
		return newDirectory("/");
	}

	/** Returns a free name, in any directory that is not inside of the given one. */
	String newDirectory(String outside) {
		List<String> possible = directories().stream()
			.filter((name) -> !name.startsWith(outside) && name.split("/").length < MAX_DEPTH)
			.toList();
		String directory = possible.isEmpty() || this.random.nextInt(3) == 0 ? "" : any(possible);
		return directory + next() + "/";
	}

	/**
	 * Returns an empty directory that is not inside of the given one, or {@code null} if
	 * there is none.
	 */
	@Nullable String emptyDirectory(String outside) {
		List<String> empty = directories().stream()
			.filter((name) -> outside.isEmpty() || !name.startsWith(outside))
			.filter((name) -> this.manifest.certain()
				.keySet()
				.stream()
				.noneMatch((other) -> other.startsWith(name) && !other.equals(name)))
			.filter((name) -> this.open.stream().noneMatch((held) -> held.isIn(name)))
			.toList();
		return empty.isEmpty() ? null : any(empty);
	}

	private String next() {
		return this.prefix + "-" + ++this.sequence;
	}

	private String any(List<String> names) {
		return names.get(this.random.nextInt(names.size()));
	}

}
