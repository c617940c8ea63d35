package io.fusemount.data.jpa.blob;

import java.util.function.Supplier;

/**
 * Whether the current thread saves an entity for the filesystem, which comes to merging
 * it with itself. What the application merges is none of its business: there, a large
 * object that has been changed in its place counts as changed because Hibernate replaces
 * it.
 */
public final class OwnMerge {

	private static final ThreadLocal<Boolean> UNDER_WAY = ThreadLocal.withInitial(() -> false);

	private OwnMerge() {
	}

	/**
	 * Saves something.
	 */
	public static <T> T during(Supplier<T> save) {
		UNDER_WAY.set(true);
		try {
			return save.get();
		}
		finally {
			UNDER_WAY.remove();
		}
	}

	static boolean isUnderWay() {
		return UNDER_WAY.get();
	}

}
