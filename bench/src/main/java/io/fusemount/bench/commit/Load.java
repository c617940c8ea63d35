package io.fusemount.bench.commit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.fusemount.bench.measure.Comparison;
import io.fusemount.bench.measure.Measurement;
import io.fusemount.bench.measure.Unit;

/**
 * A number of clients that create files.
 *
 * @param clients the number of clients
 * @param all compares all ways
 * @param fed compares FuseMount with the change feed and without
 */
record Load(int clients, Comparison all, Comparison fed) {

	private static final double FED_GOAL = 0.85;

	/**
	 * Returns the load.
	 * @param yardstick the way whose ratio is 1
	 * @param goal the ratio that FuseMount should reach
	 */
	static Load of(int clients, String yardstick, double goal) {
		String name = "create 4 KiB, " + clients + ((clients == 1) ? " client" : " clients");
		return new Load(clients, new Comparison(name, Unit.COMMITS, yardstick, goal),
				new Comparison(name + "," + Creators.FED, Unit.COMMITS, Creators.FUSEMOUNT, FED_GOAL));
	}

	List<Comparison> comparisons() {
		return List.of(this.all, this.fed);
	}

	/**
	 * Measures each way once, alternating the order.
	 */
	void run(List<Creator> creators, int files, int round) throws Exception {
		List<Creator> order = new ArrayList<>(creators);
		if (round % 2 == 0) {
			Collections.reverse(order);
		}
		Map<String, Measurement> measured = new HashMap<>();
		for (Creator creator : order) {
			Measurement run = creator.create(this.clients, files);
			System.out.printf("round %d, %s, %s: %s%n", round, this.all.name(), creator.name(), this.all.describe(run));
			measured.put(creator.name(), run);
		}
		for (Creator creator : creators) {
			this.all.add(creator.name(), run(measured, creator.name()));
		}
		for (String way : List.of(Creators.FUSEMOUNT + Creators.FED, Creators.FUSEMOUNT)) {
			this.fed.add(way, run(measured, way));
		}
	}

	private static Measurement run(Map<String, Measurement> measured, String way) {
		return Objects.requireNonNull(measured.get(way), way);
	}

}
