package io.fusemount.core.vfs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;

/**
 * Open handles by number. Numbers are never used again.
 */
final class HandleTable {

	private final AtomicLong sequence = new AtomicLong();

	private final ConcurrentMap<Long, Object> handles = new ConcurrentHashMap<>();

	HandleId add(Object handle) {
		HandleId id = new HandleId(this.sequence.incrementAndGet());
		this.handles.put(id.value(), handle);
		return id;
	}

	/**
	 * Returns the handle.
	 * @throws ErrnoException {@code EBADF} if there is none of that number and type
	 */
	<T> T require(HandleId id, Class<T> type) {
		return cast(this.handles.get(id.value()), id, type);
	}

	/**
	 * Takes the handle out of the table.
	 * @throws ErrnoException {@code EBADF} if there is none of that number and type
	 */
	<T> T remove(HandleId id, Class<T> type) {
		return cast(this.handles.remove(id.value()), id, type);
	}

	/**
	 * Takes all handles of a type out of the table.
	 */
	<T> List<T> removeAll(Class<T> type) {
		List<T> removed = new ArrayList<>();
		this.handles.values().removeIf((handle) -> type.isInstance(handle) && removed.add(type.cast(handle)));
		return removed;
	}

	private static <T> T cast(@Nullable Object handle, HandleId id, Class<T> type) {
		if (!type.isInstance(handle)) {
			throw new ErrnoException(Errno.EBADF, "No such handle: " + id.value());
		}
		return type.cast(handle);
	}

	int size() {
		return this.handles.size();
	}

}
