package io.fusemount.conformance.crash;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * The record of one writer's files: those with an acknowledged state, operations that
 * were started and not acknowledged, and changes made without a request to keep them. A
 * name is in only one of these states. Not thread-safe: other threads read it after the
 * writer has ended.
 */
final class Manifest {

	private final TreeMap<String, byte[]> certain = new TreeMap<>();

	private final List<Change> started = new ArrayList<>();

	private final List<Change> held = new ArrayList<>();

	/** Returns the files with a known state. */
	Map<String, byte[]> certain() {
		return this.certain;
	}

	/** Records an operation before its first system call. */
	void start(Change change) {
		this.certain.keySet().removeAll(change.names());
		this.held.remove(change);
		this.started.add(change);
	}

	/** Records that the operation returned 0. */
	void acknowledge(Change change) {
		if (!this.started.remove(change)) {
			throw new IllegalStateException("Acknowledged without a start: " + change.names());
		}
		change.after().forEach((name, content) -> {
			if (content != null) {
				this.certain.put(name, content);
			}
		});
	}

	/** Records a change that is written and neither closed nor synchronized. */
	void hold(Change change) {
		this.started.remove(change);
		this.certain.keySet().removeAll(change.names());
		this.held.add(change);
	}

	/** Records that a held change is now part of another one, which is started. */
	void release(Change change) {
		this.held.remove(change);
	}

	/**
	 * Compares the record with the files found, which become the recorded state.
	 * @param found all files that exist
	 * @return the names that this manifest accounts for
	 */
	Set<String> compare(Map<String, byte[]> found, Ending ending, List<String> problems) {
		Set<String> names = new HashSet<>(this.certain.keySet());
		this.certain.forEach((name, content) -> {
			if (!Change.matches(Map.of(name, content), found)) {
				problems.add("Acknowledged: %s %s. Found: %s".formatted(name, Change.describe(content),
						Change.describe(found.get(name))));
			}
		});
		for (Change change : this.held) {
			names.addAll(change.names());
			expect("Never closed", found, change, problems,
					List.of((ending == Ending.TERMINATED) ? change.after() : change.before()));
		}
		for (Change change : this.started) {
			names.addAll(change.names());
			// An orderly end stores the file of an unfinished operation as it is.
			if (ending != Ending.TERMINATED) {
				expect("Started", found, change, problems, change.possible());
			}
		}
		this.started.clear();
		this.held.clear();
		this.certain.clear();
		names.stream().filter(found::containsKey).forEach((name) -> this.certain.put(name, found.get(name)));
		return names;
	}

	private static void expect(String what, Map<String, byte[]> found, Change change, List<String> problems,
			List<Map<String, byte @Nullable []>> allowed) {
		if (allowed.stream().noneMatch((state) -> Change.matches(state, found))) {
			Map<String, byte @Nullable []> actual = new HashMap<>();
			change.names().forEach((name) -> actual.put(name, found.get(name)));
			problems.add("%s: before %s, after %s. Found: %s".formatted(what, Change.describe(change.before()),
					Change.describe(change.after()), Change.describe(actual)));
		}
	}

}
