package io.fusemount.data.jpa.rights;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Audiences;
import org.jspecify.annotations.Nullable;

/**
 * The values of callers that count until an operation ends, even if their time is over
 * before: an operation that holds a connection evaluates nothing.
 */
public final class HeldValues {

	private static final ThreadLocal<@Nullable Map<Object, Object>> HELD = new ThreadLocal<>();

	private HeldValues() {
	}

	/**
	 * Does the work with the values that the current caller has now.
	 * @param audiences those whose values the work needs
	 */
	public static <T extends @Nullable Object> T during(List<? extends Audiences> audiences, Supplier<T> work) {
		Map<Object, Object> outer = HELD.get();
		HELD.set((outer != null) ? new HashMap<>(outer) : new HashMap<>());
		try {
			audiences.forEach(Audiences::current);
			return work.get();
		}
		finally {
			if (outer != null) {
				HELD.set(outer);
			}
			else {
				HELD.remove();
			}
		}
	}

	/** Returns the values that are held under a key, or the latest ones. */
	static List<@Nullable Object> of(Object key, Supplier<List<@Nullable Object>> latest) {
		Map<Object, Object> held = HELD.get();
		if (held == null) {
			return latest.get();
		}
		Object known = held.get(key);
		if (known == null) {
			// Whatever finds them out may ask for other values, which are held as well.
			known = found(latest);
			held.put(key, known);
		}
		return of(known);
	}

	/** Returns the values, or the refusal of the caller, which is held as well. */
	private static Object found(Supplier<List<@Nullable Object>> latest) {
		try {
			return latest.get();
		}
		catch (ErrnoException ex) {
			if (ex.errno() != Errno.EACCES) {
				throw ex;
			}
			return ex;
		}
	}

	@SuppressWarnings("unchecked")
	private static List<@Nullable Object> of(Object held) {
		if (held instanceof ErrnoException refusal) {
			throw refusal;
		}
		return (List<@Nullable Object>) held;
	}

}
