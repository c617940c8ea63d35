package io.fusemount.bench.summary;

/**
 * One way to run a load.
 *
 * @param name the name of the way
 * @param ratio the ratio to the yardstick, where more is better; not a number if there is
 * none
 * @param value the measured value, with its unit
 * @param cost the processor time used, with its unit, or empty
 */
record Way(String name, double ratio, String value, String cost) {

	boolean hasRatio() {
		return !Double.isNaN(this.ratio);
	}

	boolean reaches(double goal) {
		return this.ratio >= goal;
	}

}
