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
 * What one writer knows of its files: those whose state was acknowledged, operations that
 * were started and not acknowledged, and changes that it made without asking for them to
 * be kept. A name is in one of these states only. Not thread-safe: its writer has ended
 * when others look at it.
 */
final class Manifest {

	private final TreeMap<String, byte[]> certain = new TreeMap<>();

	private final List<Change> started = new ArrayList<>();

	private final List<Change> held = new ArrayList<>();

	/** Returns the files whose state is known. */
	Map<String, byte[]> certain() {
		return this.certain;
	}

	/** Notes an operation before its first system call. */
	void start(Change change) {
		this.certain.keySet().removeAll(change.names());
		this.held.remove(change);
		this.started.add(change);
	}

	/** Notes that the operation returned 0. */
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

	/** Notes a change that is written and neither closed nor synchronized. */
	void hold(Change change) {
		this.started.remove(change);
		this.certain.keySet().removeAll(change.names());
		this.held.add(change);
	}

	/** Notes that a change which was held is a part of another one, which is started. */
	void release(Change change) {
		this.held.remove(change);
	}

	/**
	 * Compares with what is there and takes that as the state from now on.
	 * @param found all files that are there
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
			// What a program is in the middle of is stored by an orderly end as it is.
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
