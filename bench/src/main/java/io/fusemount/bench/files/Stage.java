package io.fusemount.bench.files;

import java.util.List;
import java.util.Set;

import io.fusemount.bench.measure.Comparison;

/**
 * Works that need the same files.
 */
interface Stage extends AutoCloseable {

	/** Returns the works in the order of execution. */
	List<Work> works();

	/** Returns the comparisons made during the preparation. */
	default List<Comparison> beginnings() {
		return List.of();
	}

	/**
	 * Whether the works apply to a contestant: a change feed and guards affect only
	 * cached data of directories.
	 */
	default boolean suits(Contestant contestant) {
		return !Set.of(Contestant.FED, Contestant.GUARDED).contains(contestant.name());
	}

	/** Adds the files, and does everything that comes before the first round. */
	default void prepare(Contestant contestant) throws Exception {
	}

	/** Removes the files. */
	default void finish(Contestant contestant) throws Exception {
	}

	@Override
	default void close() throws Exception {
	}

}
