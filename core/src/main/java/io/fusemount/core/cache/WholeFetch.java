package io.fusemount.core.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.node.Content;
import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.segment.SegmentStore;

/**
 * The fetch of a content from its start to its end, once, where each range would cost the
 * database as much. Who reads waits until its bytes have come by.
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
	 * Waits for a position that is missing, if it comes by.
	 * @return whether it has, or may have; otherwise a range has to be fetched
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
	 * May fetch it once more if that has failed, or if what had come was dropped again.
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
			// What has come by and is not there has been dropped again.
			return false;
		}
		State before = this.state;
		BlockingSection.await("content was fetched", () -> awaitProgress(before, position));
		return true;
	}

	private synchronized void awaitProgress(State before, long position) throws InterruptedException {
		while (this.state == before && position >= this.reached) {
			wait();
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
			// Who reads goes on by ranges, and gets the failure if it lasts.
		}
		finally {
			change(State.ENDED);
		}
	}

}
