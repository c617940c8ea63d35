package io.fusemount.core.limit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;

/**
 * Permits and the operations that wait for them. The next permit goes to the user who
 * holds the fewest for the same demand and, among equals, to the operation that came
 * first: a user who stores a hundred files at once waits for himself. An operation whose
 * demand has used up its share lets others pass.
 */
final class PermitQueue {

	private final int permits;

	/** The number of permits that each demand and slower ones hold. */
	@GuardedBy("this")
	private final Map<Demand, Integer> held = new EnumMap<>(Demand.class);

	@GuardedBy("this")
	private final Map<Share, Integer> heldByUser = new HashMap<>();

	/** The places that hold a permit. */
	@GuardedBy("this")
	private final Set<Place> holders = new HashSet<>();

	@GuardedBy("this")
	private final Deque<Place> waiting = new ArrayDeque<>();

	PermitQueue(int permits) {
		this.permits = permits;
		for (Demand demand : Demand.values()) {
			this.held.put(demand, 0);
		}
	}

	/**
	 * Takes a place in the queue, and a permit if one is free.
	 * @param user the user id, or any other number for no user in particular
	 */
	synchronized Place enter(Demand demand, int user) {
		Place place = new Place(new Share(user, demand));
		this.waiting.add(place);
		grant();
		return place;
	}

	/** Gives a permit back. */
	synchronized void leave(Place place) {
		this.holders.remove(place);
		count(place.share.demand(), -1);
		this.heldByUser.computeIfPresent(place.share, (share, number) -> (number > 1) ? number - 1 : null);
		grant();
	}

	/** Leaves the queue, or gives back a permit that was granted at the last moment. */
	synchronized void giveUp(Place place) {
		if (!this.waiting.remove(place)) {
			leave(place);
		}
	}

	synchronized int available() {
		return this.permits - held(Demand.READ);
	}

	synchronized int waiting() {
		return this.waiting.size();
	}

	/**
	 * Returns the age, in nanoseconds, of the oldest work with a lower demand; 0 if there
	 * is none.
	 */
	synchronized long oldestBelow(Demand demand) {
		long now = System.nanoTime();
		return this.holders.stream()
			.filter((holder) -> holder.share.demand().compareTo(demand) < 0)
			.mapToLong((holder) -> now - holder.since)
			.reduce(0, Math::max);
	}

	@GuardedBy("this")
	private void grant() {
		Place next = next();
		while (next != null) {
			this.waiting.remove(next);
			count(next.share.demand(), 1);
			this.heldByUser.merge(next.share, 1, Integer::sum);
			next.restart();
			this.holders.add(next);
			next.taken.countDown();
			next = next();
		}
	}

	@GuardedBy("this")
	private @Nullable Place next() {
		Place next = null;
		if (held(Demand.READ) < this.permits) {
			for (Place place : this.waiting) {
				if (isFree(place.share.demand()) && (next == null || held(place.share) < held(next.share))) {
					next = place;
				}
			}
		}
		return next;
	}

	@GuardedBy("this")
	private boolean isFree(Demand wanted) {
		for (Demand demand : Demand.values()) {
			if (demand.compareTo(wanted) <= 0 && held(demand) >= demand.share(this.permits)) {
				return false;
			}
		}
		return true;
	}

	@GuardedBy("this")
	private void count(Demand taken, int change) {
		for (Demand demand : Demand.values()) {
			if (demand.compareTo(taken) <= 0) {
				this.held.merge(demand, change, Integer::sum);
			}
		}
	}

	@GuardedBy("this")
	private int held(Demand demand) {
		return this.held.getOrDefault(demand, 0);
	}

	@GuardedBy("this")
	private int held(Share share) {
		return this.heldByUser.getOrDefault(share, 0);
	}

	/**
	 * The permits of one user for one demand.
	 */
	private record Share(int user, Demand demand) {

	}

	/**
	 * An operation that waits for a permit or holds it.
	 */
	static final class Place {

		private final Share share;

		/** The time at which its work began or last made progress. */
		private volatile long since;

		private final CountDownLatch taken = new CountDownLatch(1);

		private Place(Share share) {
			this.share = share;
		}

		void restart() {
			this.since = System.nanoTime();
		}

		boolean await(long nanos) throws InterruptedException {
			return this.taken.await(nanos, TimeUnit.NANOSECONDS);
		}

		boolean isTaken() {
			return this.taken.getCount() == 0;
		}

	}

}
