package io.fusemount.transport.jnr.callback;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.limit.Cancellation;

/**
 * Paths whose names are being changed. libfuse takes note of a rename or unlink only
 * after its callback, which may take as long as a transaction; what is looked up or
 * opened by the old name meanwhile would have no name for libfuse afterwards, and
 * {@code fstat} of it would fail with {@code ENOENT}. So other requests for such a path
 * wait until the request that changes it has been answered.
 */
final class BusyPaths {

	private final ConcurrentMap<String, Change> changes = new ConcurrentHashMap<>();

	/**
	 * Makes paths busy until the request of this thread ends.
	 */
	void enter(Request request, String... paths) {
		Change change = new Change(request, new CountDownLatch(1));
		for (String path : paths) {
			// The kernel changes the names of a directory one after the other, and
			// libfuse
			// makes two changes of one request: the first entry counts for both.
			if (this.changes.putIfAbsent(path, change) == null) {
				request.atEnd(() -> {
					this.changes.remove(path, change);
					change.ended().countDown();
				});
			}
		}
	}

	/**
	 * Makes a path busy until the request {@linkplain #leave leaves} it, unless it is
	 * busy already.
	 */
	boolean tryEnter(Request request, String path) {
		return this.changes.putIfAbsent(path, new Change(request, new CountDownLatch(1))) == null;
	}

	/**
	 * Ends what {@link #tryEnter} began, if it did.
	 */
	void leave(Request request, String path) {
		Change change = this.changes.get(path);
		if (change != null && change.request() == request && this.changes.remove(path, change)) {
			change.ended().countDown();
		}
	}

	/**
	 * Waits until no other request changes the name, which takes as long as the database
	 * does.
	 * @return whether one did
	 * @throws io.fusemount.core.errno.ErrnoException why nobody wants the request any
	 * more
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
	 * @param request the request that asks for it
	 * @param ended opens when it has been answered
	 */
	private record Change(Request request, CountDownLatch ended) {

	}

}
