package io.fusemount.bench.measure;

/**
 * What was found out about one load.
 */
public interface Finding {

	/** Returns it for people. */
	String table();

	/** Returns it as an object of JSON. */
	String json();

}
