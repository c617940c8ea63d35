package io.fusemount.transport.device.worker;

import java.util.concurrent.atomic.AtomicInteger;

import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;

/**
 * What the workers of one session are doing.
 */
public class Load {

	private final AtomicInteger active = new AtomicInteger();

	/** Workers that may be blocked, including the storing ones. */
	private final AtomicInteger waiting = new AtomicInteger();

	/** Workers that wait while content is being stored. */
	private final AtomicInteger storing = new AtomicInteger();

	/** Workers whose request was answered, and which have not come back. */
	private final AtomicInteger lost = new AtomicInteger();

	private volatile @Nullable ErrnoException cancellation;

	/**
	 * Returns the number of workers that serve a request at the moment.
	 */
	public final int active() {
		return this.active.get();
	}

	/**
	 * Returns the number of active workers that may be blocked.
	 */
	public final int waiting() {
		return this.waiting.get();
	}

	/**
	 * Returns the number of waiting workers that wait while content is being stored.
	 */
	public final int storing() {
		return this.storing.get();
	}

	/**
	 * Returns the number of workers that do not return from their request.
	 */
	public final int lost() {
		return this.lost.get();
	}

	/**
	 * Cancels long operations, which end as soon as they notice.
	 */
	public final void cancel(ErrnoException reason) {
		this.cancellation = reason;
	}

	/**
	 * Returns why no operation is wanted any longer, {@code null} if operations are
	 * wanted.
	 */
	final @Nullable ErrnoException cancellation() {
		return this.cancellation;
	}

	final void addActive(int change) {
		this.active.addAndGet(change);
	}

	final void addWaiting(int change) {
		this.waiting.addAndGet(change);
	}

	/**
	 * Counts workers that have begun, or ceased, to wait while content is being stored.
	 */
	void addStoring(int change) {
		this.storing.addAndGet(change);
	}

	/**
	 * Counts workers that do not return from their request, or have returned at last.
	 */
	void addLost(int change) {
		this.lost.addAndGet(change);
	}

}
