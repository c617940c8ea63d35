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
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * Permits and the operations that wait for them. The next permit goes to the user who
 * holds the fewest for the same demand and, among equals, to the operation that came
 * first: a user who stores a hundred files at once waits for himself. An operation whose
 * demand or user has used up its share lets others pass.
 */
public final class PermitQueue {

	private final Maximum maximum;

	/** The number of permits that each demand and slower ones hold. */
	@GuardedBy("this")
	private final Map<Demand, Integer> held = new EnumMap<>(Demand.class);

	@GuardedBy("this")
	private final Map<Share, Integer> heldByUser = new HashMap<>();

	/** The places that hold a permit. */
	@GuardedBy("this")
	private final Set<Place> holders = new HashSet<>();

	/** The places without a permit, in the order in which they came. */
	@GuardedBy("this")
	private final Map<Share, Deque<Place>> waiting = new HashMap<>();

	/** The number of places that have come so far. */
	@GuardedBy("this")
	private long entered;

	/**
	 * Creates the permits.
	 * @param maximum how many there are, and how many of them one user may hold for one
	 * demand
	 */
	public PermitQueue(Maximum maximum) {
		this.maximum = maximum;
		for (Demand demand : Demand.values()) {
			this.held.put(demand, 0);
		}
	}

	/**
	 * Takes a place in the queue, and a permit if one is free.
	 * @return whether the place has a permit; if not, another one's {@link #leave} gives
	 * it one
	 */
	public synchronized boolean enter(Place place) {
		place.number = this.entered++;
		this.waiting.computeIfAbsent(place.share, (share) -> new ArrayDeque<>()).add(place);
		return grant() == place;
	}

	/**
	 * Gives a permit back.
	 * @return the place that has it now, {@code null} if there is none
	 */
	public synchronized @Nullable Place leave(Place place) {
		this.holders.remove(place);
		count(place.share.demand(), -1);
		this.heldByUser.computeIfPresent(place.share, (share, number) -> (number > 1) ? number - 1 : null);
		return grant();
	}

	/** Leaves the queue, or gives back a permit that was granted at the last moment. */
	synchronized void giveUp(Place place) {
		if (!remove(place)) {
			leave(place);
		}
	}

	synchronized int available() {
		return this.maximum.max() - held(Demand.READ);
	}

	synchronized int waiting() {
		return this.waiting.values().stream().mapToInt(Deque::size).sum();
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
	private boolean remove(Place place) {
		Deque<Place> places = this.waiting.get(place.share);
		boolean removed = places != null && places.remove(place);
		if (places != null && places.isEmpty()) {
			this.waiting.remove(place.share);
		}
		return removed;
	}

	/** One permit has become free, or one place has come: no more than one is granted. */
	@GuardedBy("this")
	private @Nullable Place grant() {
		Place next = next();
		if (next != null) {
			remove(next);
			count(next.share.demand(), 1);
			this.heldByUser.merge(next.share, 1, Integer::sum);
			next.restart();
			this.holders.add(next);
			next.taken.countDown();
		}
		return next;
	}

	@GuardedBy("this")
	private @Nullable Place next() {
		Place next = null;
		for (Deque<Place> places : this.waiting.values()) {
			Place first = places.element();
			if (isFree(first.share) && (next == null || isBefore(first, next))) {
				next = first;
			}
		}
		return next;
	}

	@GuardedBy("this")
	private boolean isBefore(Place one, Place other) {
		int difference = held(one.share) - held(other.share);
		return difference < 0 || difference == 0 && one.number < other.number;
	}

	@GuardedBy("this")
	private boolean isFree(Share wanted) {
		if (wanted.user() != Caller.ROOT && held(wanted) >= this.maximum.maxPerUser()) {
			return false;
		}
		for (Demand demand : Demand.values()) {
			if (demand.compareTo(wanted.demand()) <= 0 && held(demand) >= demand.share(this.maximum.max())) {
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
	public static class Place {

		private final Share share;

		/** The order of its arrival; guarded by the queue. */
		private long number;

		/** The time at which its work began or last made progress. */
		private volatile long since;

		private final CountDownLatch taken = new CountDownLatch(1);

		/**
		 * Creates a place for one operation.
		 * @param user the user id, or any other number for no user in particular
		 */
		public Place(Demand demand, int user) {
			this.share = new Share(user, demand);
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
