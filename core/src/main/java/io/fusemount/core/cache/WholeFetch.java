package io.fusemount.core.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import io.fusemount.core.block.BlockStore;
import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.node.Content;
import io.fusemount.core.operation.ServedOperation;

/**
 * A single fetch of a content from start to end, for a database to which each range costs
 * as much as the whole. Readers wait until their bytes have arrived. Thread-safe without
 * a lock: one thread at a time asks or fetches, as the state says.
 */
final class WholeFetch {

	private enum State {

		UNKNOWN, ASKING, CHEAP, COSTLY, RUNNING, ENDED

	}

	private final CachedContent content;

	private final BlockStore store;

	private final Fetchers fetchers;

	private final AtomicReference<State> state = new AtomicReference<>(State.UNKNOWN);

	/** The end of the bytes that have arrived. */
	private volatile long reached;

	/** Released and replaced after each change of the state and of what has arrived. */
	private volatile CountDownLatch change = new CountDownLatch(1);

	WholeFetch(CachedContent content, BlockStore store, Fetchers fetchers) {
		this.content = content;
		this.store = store;
		this.fetchers = fetchers;
	}

	/**
	 * Waits for a missing position if the fetch has yet to reach it.
	 * @return whether the position has arrived or may have arrived; otherwise a range has
	 * to be fetched
	 */
	boolean await(long position) {
		if (this.content.size() <= Content.PIECE_BYTES || !this.store.isForOneFile(this.content.size())) {
			return false;
		}
		if (this.state.compareAndSet(State.UNKNOWN, State.ASKING)) {
			return ask();
		}
		if (this.state.compareAndSet(State.COSTLY, State.RUNNING)) {
			return start();
		}
		// Read before the state, so that no change is missed.
		CountDownLatch next = this.change;
		State now = this.state.get();
		if (now == State.ASKING || now == State.RUNNING && position >= this.reached) {
			BlockingSection.await("content was fetched", next::await);
			ServedOperation.progressed();
			return true;
		}
		// A position that has been passed and is missing was dropped.
		return now == State.UNKNOWN || now == State.COSTLY;
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

	boolean isRunning() {
		return this.state.get() == State.RUNNING;
	}

	/**
	 * Allows another fetch if the previous one has failed, or if its bytes were dropped.
	 */
	void renew() {
		if (this.state.get() == State.ENDED) {
			this.reached = 0;
			this.state.compareAndSet(State.ENDED, State.UNKNOWN);
		}
	}

	private void change(State next) {
		this.state.set(next);
		changed();
	}

	private void changed() {
		CountDownLatch before = this.change;
		this.change = new CountDownLatch(1);
		before.countDown();
	}

	private void run() {
		try (FetchBuffers.Loan loan = this.fetchers.buffers().take()) {
			ByteBuffer gathered = loan.buffer();
			this.fetchers.measure(() -> {
				this.content.source().readAll((piece) -> came(piece, gathered));
				return this;
			});
			this.content.endsAt(this.reached + gathered.position());
			keep(gathered);
		}
		catch (RuntimeException | OutOfMemoryError ex) {
			// The reader continues with ranges, and receives the failure if it persists.
		}
		finally {
			change(State.ENDED);
		}
	}

	/** Gathers whole blocks, because the pieces may have any length. */
	private void came(ByteBuffer piece, ByteBuffer gathered) {
		this.fetchers.counters().fetched(piece.remaining());
		while (piece.hasRemaining()) {
			int length = Math.min(piece.remaining(), gathered.remaining());
			gathered.put(piece.slice(piece.position(), length));
			piece.position(piece.position() + length);
			if (!gathered.hasRemaining()) {
				keep(gathered);
			}
		}
	}

	private void keep(ByteBuffer gathered) {
		long end = this.reached + gathered.position();
		try {
			this.content.keep(this.reached, gathered.flip());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		gathered.clear();
		this.reached = end;
		changed();
	}

}
