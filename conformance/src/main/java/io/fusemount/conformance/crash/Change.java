package io.fusemount.conformance.crash;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The effect of an operation on its files: their content before and after it,
 * {@code null} for a file that does not exist. The name of a directory ends with a slash,
 * and its content is empty.
 *
 * @param before the names and contents until the operation is acknowledged
 * @param after the same names with their contents from then on
 * @param others other possible states if the operation is not acknowledged
 */
record Change(Map<String, byte @Nullable []> before, Map<String, byte @Nullable []> after,
		List<Map<String, byte @Nullable []>> others) {

	/** Represents the content of a directory. */
	static final byte[] DIRECTORY = {};

	/** Returns a change of one file. */
	static Change of(String name, byte @Nullable [] before, byte @Nullable [] after) {
		return new Change(Collections.singletonMap(name, before), Collections.singletonMap(name, after), List.of());
	}

	/** Returns the rename of a file to the name of another one, or to a free name. */
	static Change rename(String source, byte[] content, String target, byte @Nullable [] replaced) {
		return new Change(files(source, content, target, replaced), files(source, null, target, content), List.of());
	}

	/**
	 * Returns the rename of a file that is written and not yet closed, to the name of
	 * another one. If only the rename fails, closing the file stores it under its own
	 * name.
	 */
	static Change save(String source, byte[] content, String target, byte @Nullable [] replaced) {
		return new Change(files(source, null, target, replaced), files(source, null, target, content),
				List.of(files(source, content, target, replaced)));
	}

	/**
	 * Returns the rename of a directory with all of its contents.
	 * @param source its name
	 * @param target its new name
	 * @param contents the directory itself and everything in it
	 * @param replaced whether an empty directory has the new name
	 */
	static Change moveDirectory(String source, String target, Map<String, byte @Nullable []> contents,
			boolean replaced) {
		Map<String, byte @Nullable []> before = new HashMap<>();
		Map<String, byte @Nullable []> after = new HashMap<>();
		contents.forEach((name, content) -> {
			before.put(name, content);
			after.put(name, null);
			before.put(moved(name, source, target), null);
			after.put(moved(name, source, target), content);
		});
		if (replaced) {
			before.put(target, DIRECTORY);
		}
		return new Change(before, after, List.of());
	}

	/** Returns the same change in a directory that has been renamed. */
	Change moved(String source, String target) {
		return new Change(moved(this.before, source, target), moved(this.after, source, target),
				this.others.stream().map((state) -> moved(state, source, target)).toList());
	}

	private static Map<String, byte @Nullable []> moved(Map<String, byte @Nullable []> state, String source,
			String target) {
		Map<String, byte @Nullable []> moved = new HashMap<>();
		state.forEach((name, content) -> moved.put(moved(name, source, target), content));
		return moved;
	}

	private static String moved(String name, String source, String target) {
		return name.startsWith(source) ? target + name.substring(source.length()) : name;
	}

	private static Map<String, byte @Nullable []> files(String first, byte @Nullable [] content, String second,
			byte @Nullable [] other) {
		Map<String, byte @Nullable []> files = new HashMap<>();
		files.put(first, content);
		files.put(second, other);
		return files;
	}

	Set<String> names() {
		return this.before.keySet();
	}

	/** Returns all states that are possible until the operation is acknowledged. */
	List<Map<String, byte @Nullable []>> possible() {
		return Stream.concat(Stream.of(this.before, this.after), this.others.stream()).toList();
	}

	/** Whether all files of a state are found as it describes them. */
	static boolean matches(Map<String, byte @Nullable []> state, Map<String, byte[]> found) {
		return state.entrySet().stream().allMatch((file) -> Arrays.equals(file.getValue(), found.get(file.getKey())));
	}

	/** Returns a state as text, for the message of a failure. */
	static String describe(Map<String, byte @Nullable []> state) {
		return state.entrySet()
			.stream()
			.sorted(Map.Entry.comparingByKey())
			.map((file) -> file.getKey() + " " + describe(file.getValue()))
			.collect(Collectors.joining(", ", "[", "]"));
	}

	static String describe(byte @Nullable [] content) {
		return (content != null) ? "%d bytes (%08x)".formatted(content.length, Arrays.hashCode(content)) : "absent";
	}

}
