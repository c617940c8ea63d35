package io.fusemount.bench.summary;

import java.util.List;

/**
 * One load, done in several ways.
 *
 * @param subject the benchmark that it belongs to
 * @param name the load in words
 * @param yardstick the way whose ratio is 1, or what else is 1, or nothing
 * @param goal the ratio that the first way is to reach, 0 for none
 * @param ways the ways
 */
record Load(String subject, String name, String yardstick, double goal, List<Way> ways) {

	boolean hasGoal() {
		return this.goal > 0;
	}

	/**
	 * Returns this load without the ways that are compared with the first one.
	 */
	Load withFirstWay() {
		return new Load(this.subject, this.name, this.yardstick, this.goal, this.ways.subList(0, 1));
	}

}
