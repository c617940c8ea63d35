package io.fusemount.bench.summary;

import java.util.List;

/**
 * A load that is run in several ways.
 *
 * @param subject the benchmark of the load
 * @param name the load in words
 * @param yardstick the way, or another quantity, whose ratio is 1; empty for none
 * @param goal the ratio that the first way should reach, 0 for none
 * @param ways the ways
 */
record Load(String subject, String name, String yardstick, double goal, List<Way> ways) {

	boolean hasGoal() {
		return this.goal > 0;
	}

	/**
	 * Returns this load under another name, without the ways that are compared with the
	 * first one.
	 */
	Load withFirstWay(String words) {
		return new Load(this.subject, words, this.yardstick, this.goal, this.ways.subList(0, 1));
	}

}
