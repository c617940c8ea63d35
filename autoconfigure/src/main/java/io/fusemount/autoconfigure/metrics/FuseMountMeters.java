package io.fusemount.autoconfigure.metrics;

import io.fusemount.core.operation.Step;
import io.micrometer.core.instrument.binder.BaseUnits;
import org.jspecify.annotations.Nullable;

/**
 * Every meter of FuseMount: its name, unit, tags and description. All have the tag
 * {@link #MOUNT}; the values of each tag are a closed set, never a path or a user.
 */
public enum FuseMountMeters {

	/** Gauge: whether the mount is there. */
	MOUNTED("fusemount.mounted", null, "1 while it is mounted and found at its mount point, else 0"),

	/** Timer: operations by kind and outcome. */
	OPERATIONS("fusemount.operations", null, "Operations of the filesystem", "operation", "outcome"),

	/** Counter: bytes of content that programs read and wrote. */
	BYTES("fusemount.bytes", BaseUnits.BYTES, "Content that programs read or wrote", "direction"),

	/** Timer: transactions that store files, by directory and outcome. */
	COMMITS("fusemount.commits", null, "Transactions that store files", "directory", "outcome"),

	/** Gauge: seconds since the oldest commit was sent that has no answer in time. */
	COMMITS_UNANSWERED_AGE("fusemount.commits.unanswered.age", "seconds",
			"Age of the oldest commit that the database has not answered in time"),

	/** Timer: pages of listings, by directory and outcome. */
	PAGES("fusemount.pages", null, "Pages of listings that are read from repositories", "directory", "outcome"),

	/** Timer: fetches of content, by outcome. */
	FETCHES("fusemount.fetches", null, "Pieces of content that are read from the database", "outcome"),

	/** Counter: commits that found their row changed by somebody else. */
	CONFLICTS("fusemount.conflicts", null,
			"Commits that found their row changed or deleted, or their name taken, by somebody else", "outcome"),

	/** Gauge: files with content that could not be stored. */
	UNSAVED_FILES("fusemount.unsaved.files", BaseUnits.FILES, "Files that could not be stored and are kept"),

	/** Gauge: bytes of content that could not be stored. */
	UNSAVED_BYTES("fusemount.unsaved.bytes", BaseUnits.BYTES, "Content that could not be stored and is kept"),

	/** Gauge: seconds since the oldest content that could not be stored is kept. */
	UNSAVED_AGE("fusemount.unsaved.age", "seconds", "Age of the oldest file that could not be stored"),

	/** Gauge: the most bytes of content that could not be stored. */
	UNSAVED_LIMIT("fusemount.unsaved.limit", BaseUnits.BYTES,
			"Content that could not be stored and is kept at the most"),

	/** Gauge: files without a row, those with scratch names among them. */
	NEW_FILES("fusemount.new.files", BaseUnits.FILES, "Files that are new and not committed yet, or stay local"),

	/** Gauge: how many files without a row there can be. */
	NEW_FILES_LIMIT("fusemount.new.limit", BaseUnits.FILES, "Files that can be new or stay local"),

	/** Gauge: files with scratch names, which are not in the database. */
	SCRATCH_FILES("fusemount.scratch.files", BaseUnits.FILES, "Files of programs that stay local"),

	/** Gauge: bytes of files with scratch names. */
	SCRATCH_BYTES("fusemount.scratch.bytes", BaseUnits.BYTES, "Content of files of programs that stay local"),

	/** Gauge: bytes of content that is kept on the local disk. */
	CACHE_BYTES("fusemount.cache.bytes", BaseUnits.BYTES, "Content that is kept on the local disk"),

	/** Gauge: the most bytes of content that are kept. */
	CACHE_LIMIT("fusemount.cache.limit", BaseUnits.BYTES, "Content that is kept on the local disk at the most"),

	/** Counter: reads by whether their bytes were on the local disk. */
	CACHE_READS("fusemount.cache.reads", null, "Reads of content that was on the local disk, or was not", "result"),

	/** Counter: bytes of content that came from the database. */
	CACHE_FETCHED("fusemount.cache.fetched", BaseUnits.BYTES, "Content that was fetched from the database"),

	/** Counter: what was forgotten because others may have changed it. */
	INVALIDATIONS("fusemount.invalidations", null, "Rows of which what was known was forgotten because they changed"),

	/** Gauge: whether a change feed hears of nothing. */
	FEED_LOST("fusemount.feed.lost", null, "1 while a change feed has no connection, else 0"),

	/** Gauge: bytes that the disk of the spool has left. */
	SPOOL_FREE("fusemount.spool.free", BaseUnits.BYTES, "What the disk of the spool has room for"),

	/** Gauge: bytes that the disk of the spool holds. */
	SPOOL_SIZE("fusemount.spool.size", BaseUnits.BYTES, "Size of the disk of the spool"),

	/** Gauge: open files and directories. */
	HANDLES("fusemount.handles", null, "Open files and directories"),

	/** Gauge: how many files and directories can be open. */
	HANDLES_LIMIT("fusemount.handles.limit", null, "Files and directories that can be open"),

	/** Gauge: database permits by state. */
	DATABASE_PERMITS("fusemount.database.permits", null, "Permits to use the database at the same time", "state"),

	/** Gauge: operations that wait for a permit. */
	DATABASE_PERMITS_WAITING("fusemount.database.permits.waiting", null, "Operations that wait for a permit"),

	/** Timer: how long operations waited for their permits. */
	DATABASE_PERMITS_WAIT("fusemount.database.permits.wait", null, "Waiting for permits, also where it took no time"),

	/** Gauge: workers that serve an operation now. */
	EXECUTOR_ACTIVE("fusemount.executor.active", BaseUnits.THREADS, "Workers that serve an operation at the moment"),

	/** Gauge: workers of these that wait. */
	EXECUTOR_WAITING("fusemount.executor.waiting", BaseUnits.THREADS,
			"Workers of these that wait for their turn at the database, for its answer or for a lock"),

	/** Gauge: workers of those that do not count for the limit. */
	EXECUTOR_STORING("fusemount.executor.storing", BaseUnits.THREADS,
			"Workers of those that wait while others use the database, with others in their place"),

	/** Gauge: how many workers there can be. */
	EXECUTOR_LIMIT("fusemount.executor.limit", BaseUnits.THREADS, "Workers that can serve operations at one time");

	/** Tag of every meter: the name of the mount. */
	public static final String MOUNT = "mount";

	/** Value of the tag {@code outcome} where there is no errno. */
	public static final String SUCCESS = "success";

	/** Value of the tag {@code directory} for all that are not known at start. */
	public static final String OTHER = "other";

	private final String meterName;

	private final @Nullable String unit;

	private final String description;

	private final String[] tagKeys;

	FuseMountMeters(String meterName, @Nullable String unit, String description, String... tagKeys) {
		this.meterName = meterName;
		this.unit = unit;
		this.description = description;
		this.tagKeys = tagKeys;
	}

	/**
	 * Returns the name of the observations of a step.
	 */
	public static String observation(Step step) {
		return "fusemount." + step.label();
	}

	/**
	 * Returns the name in Micrometer's form.
	 */
	public String meterName() {
		return this.meterName;
	}

	/**
	 * Returns the base unit, or {@code null} for a timer and for plain numbers.
	 */
	public @Nullable String unit() {
		return this.unit;
	}

	/**
	 * Returns what is measured.
	 */
	public String description() {
		return this.description;
	}

	/**
	 * Returns alternating keys and values of all tags.
	 * @param values values of the meter's own tags, in the order of their declaration
	 */
	String[] tags(String mount, String... values) {
		String[] tags = new String[2 + 2 * this.tagKeys.length];
		tags[0] = MOUNT;
		tags[1] = mount;
		for (int i = 0; i < this.tagKeys.length; i++) {
			tags[2 + 2 * i] = this.tagKeys[i];
			tags[3 + 2 * i] = values[i];
		}
		return tags;
	}

}
