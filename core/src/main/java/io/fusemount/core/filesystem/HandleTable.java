package io.fusemount.core.filesystem;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.vfs.HandleId;
import org.jspecify.annotations.Nullable;

/**
 * Open handles by number. Numbers are never used again. Each counts for who has opened
 * it.
 */
final class HandleTable {

	private final AtomicLong sequence = new AtomicLong();

	private final ConcurrentMap<Long, Entry> handles = new ConcurrentHashMap<>();

	/** Taken from their programs, whose kernel has yet to say that they are closed. */
	private final ConcurrentMap<Long, Object> taken = new ConcurrentHashMap<>();

	private final UserLimit limit;

	private final OpenFileRecorder recorder;

	private volatile boolean complete;

	public HandleTable(UserLimit limit, OpenFileRecorder recorder) {
		this.limit = limit;
		this.recorder = recorder;
	}

	/**
	 * Adds what is opened.
	 * @param closing undoes it, if the table has been completed meanwhile
	 * @throws ErrnoException {@code EMFILE} or {@code ENFILE} if there are as many as
	 * there may be, {@code ENOTCONN} if no more are taken; nothing is opened then
	 */
	public <T> HandleId add(Supplier<T> opening, Consumer<T> closing) {
		requireOpen();
		UserLimit.Share share = this.limit.take();
		HandleId id = new HandleId(this.sequence.incrementAndGet());
		T opened;
		Entry entry;
		try {
			opened = opening.get();
			entry = new Entry(opened, share, System.currentTimeMillis(), Caller.current());
			this.handles.put(id.value(), entry);
		}
		catch (Throwable ex) {
			share.giveBack();
			throw ex;
		}
		// Asked last: what comes too late is closed here, or by who took all.
		if (this.complete && this.handles.remove(id.value()) != null) {
			share.giveBack();
			closing.accept(opened);
			requireOpen();
		}
		this.recorder.opened(id.value(), entry);
		return id;
	}

	/** Returns what a number stands for, {@code null} if it is nothing any more. */
	@Nullable Entry find(HandleId id) {
		return this.handles.get(id.value());
	}

	/** Returns the last number that was given. */
	long last() {
		return this.sequence.get();
	}

	/** Gives no number again that an earlier process has given. */
	void continueAfter(long last) {
		this.sequence.accumulateAndGet(last, Math::max);
	}

	/**
	 * Adds a handle that programs have got from an earlier process.
	 */
	void resume(long id, Object handle, long opened, @Nullable Caller opener) {
		UserLimit.Share share = Caller.as(opener, this.limit::takeAnyway);
		this.handles.put(id, new Entry(handle, share, opened, opener));
	}

	/** Takes no more handles, and forgets those that there are. */
	void leave() {
		complete();
		this.handles.clear();
	}

	/**
	 * Takes no more handles.
	 */
	public void complete() {
		this.complete = true;
	}

	private void requireOpen() {
		if (this.complete) {
			throw new ErrnoException(Errno.ENOTCONN, "The filesystem is being unmounted");
		}
	}

	/**
	 * Returns the handle.
	 * @throws ErrnoException {@code EBADF} if there is none of that number and type
	 */
	public <T> T require(HandleId id, Class<T> type) {
		return cast(this.handles.get(id.value()), id, type);
	}

	/**
	 * Takes the handle out of the table.
	 * @throws ErrnoException {@code EBADF} if there is none of that number and type
	 */
	public <T> T remove(HandleId id, Class<T> type) {
		Entry removed = this.handles.remove(id.value());
		if (removed != null) {
			removed.share().giveBack();
		}
		return cast(removed, id, type);
	}

	/**
	 * Takes all handles of a type out of the table.
	 */
	public <T> List<T> removeAll(Class<T> type) {
		List<T> removed = new ArrayList<>();
		this.handles.forEach((id, entry) -> {
			// Another thread may be releasing it.
			if (type.isInstance(entry.handle()) && this.handles.remove(id, entry)) {
				removed.add(type.cast(entry.handle()));
				entry.share().giveBack();
			}
		});
		return removed;
	}

	private static <T> T cast(@Nullable Entry entry, HandleId id, Class<T> type) {
		if (entry == null || !type.isInstance(entry.handle())) {
			throw new ErrnoException(Errno.EBADF, "No such handle: " + id.value());
		}
		return type.cast(entry.handle());
	}

	public int size() {
		return this.handles.size();
	}

	/**
	 * Passes open handles to the action with their numbers, the oldest first.
	 * @param limit how many at the most
	 */
	public void forOldest(int limit, BiConsumer<Long, Entry> action) {
		// Numbers are given in the order of opening.
		this.handles.keySet().stream().sorted().limit(limit).forEach((id) -> {
			Entry entry = this.handles.get(id);
			if (entry != null) {
				action.accept(id, entry);
			}
		});
	}

	/**
	 * Takes the handle from its program, or returns {@code null} if there is none of that
	 * number. What it stands for is still {@linkplain #known known} until the kernel has
	 * closed it.
	 */
	public @Nullable Object take(long id) {
		Entry entry = this.handles.get(id);
		if (entry == null) {
			return null;
		}
		// First, so that it is never unknown.
		this.taken.put(id, entry.handle());
		if (!this.handles.remove(id, entry)) {
			this.taken.remove(id);
			return null;
		}
		this.recorder.closed(id);
		entry.share().giveBack();
		return entry.handle();
	}

	/**
	 * Returns the handle, taken from its program or not.
	 * @throws ErrnoException {@code EBADF} if there is none of that number and type
	 */
	public <T> T known(HandleId id, Class<T> type) {
		Object handle = this.taken.get(id.value());
		return type.isInstance(handle) ? type.cast(handle) : require(id, type);
	}

	/**
	 * Forgets a handle that was taken from its program, now that the kernel has closed
	 * it.
	 * @return whether it was taken
	 */
	public boolean forgetTaken(HandleId id) {
		return this.taken.remove(id.value()) != null;
	}

	/**
	 * What is open, and for whom it counts.
	 *
	 * @param handle what is open
	 * @param share what it counts as
	 * @param opened when it was opened, in milliseconds since 1970
	 * @param opener who has opened it, {@code null} if that is not known
	 */
	public record Entry(Object handle, UserLimit.Share share, long opened, @Nullable Caller opener) {

	}

}
