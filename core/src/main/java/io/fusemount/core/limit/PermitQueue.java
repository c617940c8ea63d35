package io.fusemount.core.limit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Permits and those who wait for them, in the order of their coming. Who can not have one
 * because those for his demand are taken lets the others pass.
 */
final class PermitQueue {

	private final int permits;

	/** How many permits each demand and those that take longer hold. */
	private final Map<Demand, Integer> held = new EnumMap<>(Demand.class);

	private final Deque<Place> waiting = new ArrayDeque<>();

	PermitQueue(int permits) {
		this.permits = permits;
		for (Demand demand : Demand.values()) {
			this.held.put(demand, 0);
		}
	}

	/** Takes a place in the queue, and a permit if one is free. */
	synchronized Place enter(Demand demand) {
		Place place = new Place(demand);
		this.waiting.add(place);
		grant();
		return place;
	}

	/** Gives a permit back. */
	synchronized void leave(Demand demand) {
		count(demand, -1);
		grant();
	}

	/** Leaves the queue, or gives back the permit that came in the last moment. */
	synchronized void giveUp(Place place) {
		if (!this.waiting.remove(place)) {
			leave(place.demand);
		}
	}

	synchronized int available() {
		return this.permits - held(Demand.READ);
	}

	private void grant() {
		Iterator<Place> places = this.waiting.iterator();
		while (places.hasNext() && held(Demand.READ) < this.permits) {
			Place place = places.next();
			if (isFree(place.demand)) {
				places.remove();
				count(place.demand, 1);
				place.taken.countDown();
			}
		}
	}

	private boolean isFree(Demand wanted) {
		for (Demand demand : Demand.values()) {
			if (demand.compareTo(wanted) <= 0 && held(demand) >= demand.share(this.permits)) {
				return false;
			}
		}
		return true;
	}

	private void count(Demand taken, int change) {
		for (Demand demand : Demand.values()) {
			if (demand.compareTo(taken) <= 0) {
				this.held.merge(demand, change, Integer::sum);
			}
		}
	}

	private int held(Demand demand) {
		return this.held.getOrDefault(demand, 0);
	}

	/**
	 * Somebody who waits for a permit or has it.
	 */
	static final class Place {

		private final Demand demand;

		private final CountDownLatch taken = new CountDownLatch(1);

		private Place(Demand demand) {
			this.demand = demand;
		}

		boolean await(long nanos) throws InterruptedException {
			return this.taken.await(nanos, TimeUnit.NANOSECONDS);
		}

		boolean isTaken() {
			return this.taken.getCount() == 0;
		}

	}

}
