package io.fusemount.bench.measure;

/**
 * The units of a measurement.
 *
 * @param rate the unit of the work per second
 * @param cpu the unit of the processor time for each unit of work
 */
public record Unit(String rate, String cpu) {

	/** Small reads. */
	public static final Unit OPERATIONS = new Unit("IOPS", "µs CPU/operation");

	/** Requests for attributes. */
	public static final Unit REQUESTS = new Unit("requests/s", "µs CPU/request");

	/** Transactions that store something. */
	public static final Unit COMMITS = new Unit("commits/s", "µs CPU/commit");

	/** Streams of bytes. */
	public static final Unit BYTES = new Unit("MiB/s", "s CPU/GiB");

}
