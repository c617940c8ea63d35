package io.fusemount.data.jpa.rights;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ObjectUtils;

/**
 * Makes values that stay as they are, and that are equal if a statement cannot tell them
 * apart.
 */
final class KeptValue {

	private KeptValue() {
	}

	/**
	 * Returns a collection or an array as a copy, and any other value as it is.
	 * @throws IllegalArgumentException if a value is equal only to itself: each
	 * evaluation of an expression would then be another value
	 */
	static @Nullable Object of(@Nullable Object value) {
		if (value instanceof Set<?> set) {
			set.forEach(KeptValue::requireComparable);
			return Collections.unmodifiableSet(new LinkedHashSet<>(set));
		}
		if (value instanceof Collection<?> several) {
			several.forEach(KeptValue::requireComparable);
			return Collections.unmodifiableList(new ArrayList<>(several));
		}
		if (value != null && value.getClass().isArray()) {
			return of(Arrays.asList(ObjectUtils.toObjectArray(value)));
		}
		requireComparable(value);
		return value;
	}

	private static void requireComparable(@Nullable Object value) {
		if (value != null && !isComparable(value.getClass())) {
			throw new IllegalArgumentException("a value is a " + value.getClass().getName()
					+ ", whose class does not override equals, so that two of them are never the same");
		}
	}

	private static boolean isComparable(Class<?> type) {
		try {
			return type.getMethod("equals", Object.class).getDeclaringClass() != Object.class;
		}
		catch (NoSuchMethodException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
