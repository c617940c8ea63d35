package io.fusemount.core.cache;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.fusemount.core.segment.Segment;
import io.fusemount.core.segment.SegmentStore;

/**
 * The segments that no content contains any longer, but that still occupy the disk. They
 * are chosen under the monitor of the cache and deleted without it, because every
 * {@code open} would wait for the disk. Thread-safe.
 */
final class Removals {

	private final SegmentStore store;

	private final Queue<Removal> waiting = new ConcurrentLinkedQueue<>();

	private final Lock removing = new ReentrantLock();

	Removals(SegmentStore store) {
		this.store = store;
	}

	/** Adds all segments of content that has left the tables of the cache. */
	void add(CachedContent content) {
		content.leave().forEach(this::add);
	}

	/**
	 * Adds a segment, whose bytes do not count from now on.
	 * @return the number of these bytes
	 */
	long add(Segment segment) {
		long bytes = segment.presentBytes();
		this.store.counted(-bytes);
		this.waiting.add(new Removal(segment, bytes));
		return bytes;
	}

	/** Deletes the added segments, or leaves that to the thread that deletes already. */
	void run() {
		while (!this.waiting.isEmpty() && this.removing.tryLock()) {
			try {
				removeAll();
			}
			finally {
				this.removing.unlock();
			}
		}
	}

	/** Deletes the added segments, and runs the action before any other is deleted. */
	void finish(Runnable last) {
		this.removing.lock();
		try {
			removeAll();
			last.run();
		}
		finally {
			this.removing.unlock();
		}
		// Another thread may have left its segments to this one in the meantime.
		run();
	}

	/** Deletes the added segments, in {@link #run} or {@link #finish}. */
	void removeAll() {
		for (Removal next = this.waiting.poll(); next != null; next = this.waiting.poll()) {
			// A fetch under way may have counted more bytes since.
			this.store.counted(next.bytes() - next.segment().drop());
		}
	}

	/**
	 * A segment to be deleted.
	 *
	 * @param bytes the number of bytes in it when it was added
	 */
	private record Removal(Segment segment, long bytes) {

	}

}
