package io.fusemount.bench.files;

import java.util.List;

import io.fusemount.bench.measure.Comparison;

/**
 * Works that need the same files to be there.
 */
interface Stage extends AutoCloseable {

	/** Returns the works in the order in which they have to be done. */
	List<Work> works();

	/** Returns what it compares while it prepares. */
	default List<Comparison> beginnings() {
		return List.of();
	}

	/**
	 * Whether there is anything to be seen of a contestant: a change feed makes a
	 * difference for nothing but what is known of directories.
	 */
	default boolean suits(Contestant contestant) {
		return !contestant.name().equals(Contestant.FED);
	}

	/** Puts the files there, and does whatever comes before the first round. */
	default void prepare(Contestant contestant) throws Exception {
	}

	/** Removes them. */
	default void finish(Contestant contestant) throws Exception {
	}

	@Override
	default void close() throws Exception {
	}

}
