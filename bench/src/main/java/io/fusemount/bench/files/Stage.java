package io.fusemount.bench.files;

import java.util.List;

/**
 * Works that need the same files to be there.
 */
interface Stage extends AutoCloseable {

	/** Returns the works in the order in which they have to be done. */
	List<Work> works();

	/** Puts the files there, which is not measured. */
	default void prepare(Contestant contestant) throws Exception {
	}

	/** Removes them. */
	default void finish(Contestant contestant) throws Exception {
	}

	@Override
	default void close() throws Exception {
	}

}
