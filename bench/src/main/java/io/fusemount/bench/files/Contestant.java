package io.fusemount.bench.files;

import java.nio.file.Path;

import io.fusemount.bench.store.DirectoryFiles;
import io.fusemount.bench.store.Stock;
import io.fusemount.bench.store.StoredFiles;

/**
 * A contestant: a way to store files, with the means to measure it.
 */
interface Contestant extends AutoCloseable {

	/** The measured way. */
	String FUSEMOUNT = "fusemount";

	/** The measured way over libfuse 2. */
	String LIBFUSE = "fusemount on libfuse 2";

	/** The measured way with another database. */
	String H2 = "fusemount on H2";

	/** The measured way with changes announced by the database. */
	String FED = "fusemount with change feed";

	/** The measured way with a condition on readers, and several users on the mount. */
	String GUARDED = "fusemount with guarded rows";

	/** The yardstick for cached data. */
	String DISK = "local disk";

	/** The yardstick for the work of the database. */
	String JDBC = "JDBC";

	String name();

	StoredFiles files();

	/** Returns the processor time used by the process that serves the files. */
	long cpuNanos();

	/**
	 * Adds files without measuring, named by {@link Stock#name}.
	 */
	void fill(Stock stock) throws Exception;

	/** Removes the files added by {@link #fill}. */
	void clear(Stock stock) throws Exception;

	/** Whether the contestant can be made to drop its cached data. */
	boolean forgets();

	/** Changes the versions of all files, so that cached data is outdated. */
	void age() throws Exception;

	/** Whether programs see the files in a directory. */
	default boolean isDirectory() {
		return files() instanceof DirectoryFiles;
	}

	/** Returns the files as programs see them. */
	default DirectoryFiles directory() {
		return (DirectoryFiles) files();
	}

	/** Returns a directory in which programs can create others. */
	default Path tree() {
		return directory().directory();
	}

	@Override
	void close() throws Exception;

}
