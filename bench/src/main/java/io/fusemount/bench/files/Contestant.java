package io.fusemount.bench.files;

import io.fusemount.bench.store.DirectoryFiles;
import io.fusemount.bench.store.StoredFiles;

/**
 * Somebody who stores files, and what it takes to measure that.
 */
interface Contestant extends AutoCloseable {

	/** The way that is measured. */
	String FUSEMOUNT = "fusemount";

	/** The same over libfuse 2. */
	String LIBFUSE = "fusemount on libfuse 2";

	/** The same with another database. */
	String H2 = "fusemount on H2";

	/** The same, told by the database of what changes. */
	String FED = "fusemount with change feed";

	/** A yardstick for what is known already. */
	String DISK = "local disk";

	/** A yardstick for what the database has to do. */
	String JDBC = "JDBC";

	String name();

	StoredFiles files();

	/** Returns the processor time that the process that serves the files has used. */
	long cpuNanos();

	/**
	 * Puts files there that nobody measures, named by {@link Stock#name}.
	 */
	void fill(Stock stock) throws Exception;

	/** Removes the files that it was filled with. */
	void clear(Stock stock) throws Exception;

	/** Whether it can be made to forget what it knows of its files. */
	boolean forgets();

	/** Changes the versions of all files, so that what is known of them is outdated. */
	void age() throws Exception;

	/** Whether programs see the files in a directory. */
	default boolean isDirectory() {
		return files() instanceof DirectoryFiles;
	}

	/** Returns the files as programs see them. */
	default DirectoryFiles directory() {
		return (DirectoryFiles) files();
	}

	@Override
	void close() throws Exception;

}
