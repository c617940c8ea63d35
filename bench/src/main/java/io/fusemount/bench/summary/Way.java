package io.fusemount.bench.summary;

/**
 * One way to do a load.
 *
 * @param name who did it
 * @param ratio how it compares with the yardstick, more is better; not a number if there
 * is none
 * @param value what was measured, with its unit
 * @param cost the processor time that it took, with its unit, or nothing
 */
record Way(String name, double ratio, String value, String cost) {

	boolean hasRatio() {
		return !Double.isNaN(this.ratio);
	}

	boolean reaches(double goal) {
		return this.ratio >= goal;
	}

}
