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
 * What an operation makes of the files that it is about: their content before and after
 * it, {@code null} for a file that is not there. The name of a directory ends with a
 * slash, and its content is nothing.
 *
 * @param before the names and contents until the operation is acknowledged
 * @param after the same names with their contents from then on
 * @param others what else may be there if it is not acknowledged
 */
record Change(Map<String, byte @Nullable []> before, Map<String, byte @Nullable []> after,
		List<Map<String, byte @Nullable []>> others) {

	/** What stands for the content of a directory. */
	static final byte[] DIRECTORY = {};

	/** A change of one file. */
	static Change of(String name, byte @Nullable [] before, byte @Nullable [] after) {
		return new Change(Collections.singletonMap(name, before), Collections.singletonMap(name, after), List.of());
	}

	/** A file takes the name of another one, or a free one. */
	static Change rename(String source, byte[] content, String target, byte @Nullable [] replaced) {
		return new Change(files(source, content, target, replaced), files(source, null, target, content), List.of());
	}

	/**
	 * A file that is written and not yet closed takes the name of another one. If only
	 * that fails, closing it stores it under its own name.
	 */
	static Change save(String source, byte[] content, String target, byte @Nullable [] replaced) {
		return new Change(files(source, null, target, replaced), files(source, null, target, content),
				List.of(files(source, content, target, replaced)));
	}

	/**
	 * A directory takes another name, with all that is in it.
	 * @param source its name
	 * @param target its new name
	 * @param contents what is in it, with itself
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

	/** Returns the same change in a directory that has taken another name. */
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

	/** Returns all that may be there as long as the operation is not acknowledged. */
	List<Map<String, byte @Nullable []>> possible() {
		return Stream.concat(Stream.of(this.before, this.after), this.others.stream()).toList();
	}

	/** Whether all files of one state are as that says. */
	static boolean matches(Map<String, byte @Nullable []> state, Map<String, byte[]> found) {
		return state.entrySet().stream().allMatch((file) -> Arrays.equals(file.getValue(), found.get(file.getKey())));
	}

	/** Returns a state in words, for the message of a failure. */
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
