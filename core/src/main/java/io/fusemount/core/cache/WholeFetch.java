package io.fusemount.core.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.node.Content;
import io.fusemount.core.operation.ServedOperation;
import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.segment.SegmentStore;

/**
 * A single fetch of a content from start to end, for a database to which each range costs
 * as much as the whole. Readers wait until their bytes have arrived.
 */
final class WholeFetch {

	private enum State {

		UNKNOWN, ASKING, CHEAP, COSTLY, RUNNING, ENDED

	}

	private final CachedContent content;

	private final SegmentStore store;

	private final Fetchers fetchers;

	private final Steps steps;

	@GuardedBy("this")
	private State state = State.UNKNOWN;

	@GuardedBy("this")
	private long reached;

	WholeFetch(CachedContent content, SegmentStore store, Fetchers fetchers, Steps steps) {
		this.content = content;
		this.store = store;
		this.fetchers = fetchers;
		this.steps = steps;
	}

	/**
	 * Waits for a missing position if the fetch has yet to reach it.
	 * @return whether the position has arrived or may have arrived; otherwise a range has
	 * to be fetched
	 */
	boolean await(long position) {
		if (this.content.size() <= Content.PIECE_BYTES || this.content.size() > this.store.limit() / 2) {
			return false;
		}
		State before;
		synchronized (this) {
			before = this.state;
			if (before == State.UNKNOWN) {
				this.state = State.ASKING;
			}
			else if (before == State.COSTLY) {
				this.state = State.RUNNING;
			}
			else {
				return awaitTurn(position);
			}
		}
		return (before == State.UNKNOWN) ? ask() : start();
	}

	private boolean ask() {
		State next = State.UNKNOWN;
		try {
			next = this.content.source().isCostlyByRange() ? State.COSTLY : State.CHEAP;
			return next == State.COSTLY;
		}
		finally {
			change(next);
		}
	}

	private boolean start() {
		boolean started = this.store.isKeeping() && this.fetchers.fetchWhole(this::run);
		if (!started) {
			change(State.COSTLY);
		}
		return started;
	}

	/**
	 * Allows another fetch if the previous one has failed, or if its bytes were dropped.
	 */
	synchronized void renew() {
		if (this.state == State.ENDED) {
			this.state = State.UNKNOWN;
			this.reached = 0;
		}
	}

	private synchronized void change(State next) {
		this.state = next;
		notifyAll();
	}

	@GuardedBy("this")
	private boolean awaitTurn(long position) {
		if (this.state == State.CHEAP || this.state == State.ENDED
				|| (this.state == State.RUNNING && position < this.reached)) {
			// A position that has been passed and is missing was dropped.
			return false;
		}
		State before = this.state;
		BlockingSection.await("content was fetched", () -> awaitProgress(before, position));
		return true;
	}

	private synchronized void awaitProgress(State before, long position) throws InterruptedException {
		while (this.state == before && position >= this.reached) {
			wait();
			ServedOperation.progressed();
		}
	}

	private void came(ByteBuffer piece) {
		int length = piece.remaining();
		this.store.fetched(length);
		try {
			this.content.keep(reached(), piece);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		synchronized (this) {
			this.reached += length;
			notifyAll();
		}
	}

	private synchronized long reached() {
		return this.reached;
	}

	private void run() {
		try {
			this.steps.run(Step.FETCH, null, () -> {
				this.content.source().readAll(this::came);
				return this;
			});
		}
		catch (RuntimeException ex) {
			// The reader continues with ranges, and receives the failure if it persists.
		}
		finally {
			change(State.ENDED);
		}
	}

}
