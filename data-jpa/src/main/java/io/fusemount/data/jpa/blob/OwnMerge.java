package io.fusemount.data.jpa.blob;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The values of an entity that the current thread saves for the filesystem, which merges
 * the entity with itself. Merges of the application are left alone: there, a large object
 * that was changed in place counts as changed because Hibernate replaces it.
 */
public final class OwnMerge {

	private static final ThreadLocal<@Nullable Set<Object>> KEPT = new ThreadLocal<>();

	private OwnMerge() {
	}

	/**
	 * Saves an entity and keeps its values.
	 * @param values the values that merging does not replace
	 */
	public static <T> T keeping(Iterable<@Nullable Object> values, Supplier<T> save) {
		Set<Object> outer = KEPT.get();
		Set<Object> kept = Collections.newSetFromMap(new IdentityHashMap<>());
		for (Object value : values) {
			if (value != null) {
				kept.add(value);
			}
		}
		KEPT.set(kept);
		try {
			return save.get();
		}
		finally {
			KEPT.set(outer);
		}
	}

	/** Whether a value is merged with itself and kept. */
	static boolean keeps(@Nullable Object original, @Nullable Object target) {
		Set<Object> kept = KEPT.get();
		return original != null && original == target && kept != null && kept.contains(original);
	}

}
