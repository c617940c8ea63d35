package io.fusemount.transport.jnr.callback;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.limit.Cancellation;

/**
 * The paths whose names are being changed. libfuse records a rename or unlink only after
 * its callback, which may take as long as a transaction. If the old name were looked up
 * or opened in the meantime, libfuse would have no name for the node afterwards, and
 * {@code fstat} would fail with {@code ENOENT}. So other requests for such a path wait
 * until the request that changes it has been answered.
 */
final class BusyPaths {

	private final ConcurrentMap<String, Change> changes = new ConcurrentHashMap<>();

	/**
	 * Marks paths as busy until the request of this thread ends.
	 */
	void enter(Request request, String... paths) {
		Change change = new Change(request, new CountDownLatch(1));
		for (String path : paths) {
			// The kernel changes the names of a directory one after the other, and
			// libfuse turns one request into two changes: the first entry counts for
			// both.
			if (this.changes.putIfAbsent(path, change) == null) {
				request.atEnd(() -> {
					this.changes.remove(path, change);
					change.ended().countDown();
				});
			}
		}
	}

	/**
	 * Marks a path as busy until the request {@linkplain #leave leaves} it, unless it is
	 * busy already.
	 */
	boolean tryEnter(Request request, String path) {
		return this.changes.putIfAbsent(path, new Change(request, new CountDownLatch(1))) == null;
	}

	/**
	 * Ends the mark of {@link #tryEnter}, if this request has set it.
	 */
	void leave(Request request, String path) {
		Change change = this.changes.get(path);
		if (change != null && change.request() == request && this.changes.remove(path, change)) {
			change.ended().countDown();
		}
	}

	/**
	 * Waits until no other request changes the name, which takes as long as the database.
	 * @return whether another request changed it
	 * @throws io.fusemount.core.errno.ErrnoException the reason why the request is no
	 * longer wanted
	 */
	boolean awaitIdle(Request request, String path) throws InterruptedException {
		if (this.changes.isEmpty()) {
			return false;
		}
		Change change = this.changes.get(path);
		if (change == null || change.request() == request) {
			return false;
		}
		try (BlockingSection.Scope section = BlockingSection.openLong()) {
			Cancellation.await((nanos) -> change.ended().await(nanos, TimeUnit.NANOSECONDS));
		}
		return true;
	}

	/**
	 * A change of names.
	 *
	 * @param request the request for the change
	 * @param ended opens after the request has been answered
	 */
	private record Change(Request request, CountDownLatch ended) {

	}

}
