package io.fusemount.bench.commit;

import io.fusemount.bench.measure.Measurement;

/**
 * A way to store small files, each in a transaction of its own.
 */
interface Creator extends AutoCloseable {

	/** The size of a file in bytes. */
	int SIZE = 4096;

	String name();

	/**
	 * Creates files that did not exist before.
	 * @param clients the number of clients at work at the same time
	 * @param files the number of files of all clients together
	 */
	Measurement create(int clients, int files) throws Exception;

	@Override
	void close() throws Exception;

}
