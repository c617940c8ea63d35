package io.fusemount.bench.measure;

/**
 * The result for one load.
 */
public interface Finding {

	/** Returns the result for people. */
	String table();

	/** Returns the result as a JSON object. */
	String json();

}
