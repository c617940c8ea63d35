package io.fusemount.autoconfigure.metrics;

import io.fusemount.core.operation.Step;
import io.micrometer.core.instrument.binder.BaseUnits;
import org.jspecify.annotations.Nullable;

/**
 * Every meter of FuseMount: its name, unit, tags and description. All have the tag
 * {@link #MOUNT}. The values of each tag are a closed set, never a path or a user.
 */
public enum FuseMountMeters {

	/** Gauge: whether the filesystem is mounted. */
	MOUNTED("fusemount.mounted", null,
			"1 while the filesystem is mounted and reachable at its mount point, or was handed over to another process, else 0"),

	/** Gauge: how long programs have waited for the process that took the mount over. */
	TAKEOVER_WAITED("fusemount.takeover.waited", "seconds",
			"Time for which programs waited when this process took the mount over from another one"),

	/** Timer: operations by kind and outcome. */
	OPERATIONS("fusemount.operations", null, "Operations of the filesystem", "operation", "outcome"),

	/** Counter: bytes of content that programs read and wrote. */
	BYTES("fusemount.bytes", BaseUnits.BYTES, "Content that programs read or wrote", "direction"),

	/** Timer: transactions that store files, by directory and outcome. */
	COMMITS("fusemount.commits", null, "Transactions that store files", "directory", "outcome"),

	/** Gauge: age in seconds of the oldest commit without an answer in time. */
	COMMITS_UNANSWERED_AGE("fusemount.commits.unanswered.age", "seconds",
			"Age of the oldest commit that the database has not answered in time"),

	/** Timer: pages of listings, by directory and outcome. */
	PAGES("fusemount.pages", null, "Pages of listings read from repositories", "directory", "outcome"),

	/** Timer: fetches of content, by outcome. */
	FETCHES("fusemount.fetches", null, "Pieces of content read from the database", "outcome"),

	/** Counter: commits that found their row changed by another party. */
	CONFLICTS("fusemount.conflicts", null,
			"Commits whose row was changed or deleted, or whose name was taken, by somebody else", "outcome"),

	/** Gauge: files with content that could not be stored. */
	UNSAVED_FILES("fusemount.unsaved.files", BaseUnits.FILES, "Files that could not be stored and are kept"),

	/** Gauge: bytes of content that could not be stored. */
	UNSAVED_BYTES("fusemount.unsaved.bytes", BaseUnits.BYTES, "Content that could not be stored and is kept"),

	/** Gauge: age in seconds of the oldest content that could not be stored. */
	UNSAVED_AGE("fusemount.unsaved.age", "seconds", "Age of the oldest file that could not be stored"),

	/** Gauge: maximum bytes of content that could not be stored. */
	UNSAVED_LIMIT("fusemount.unsaved.limit", BaseUnits.BYTES,
			"Maximum amount of kept content that could not be stored"),

	/** Gauge: files without a row, including those with scratch names. */
	NEW_FILES("fusemount.new.files", BaseUnits.FILES, "Files that are new and not committed yet, or that stay local"),

	/** Gauge: maximum number of files without a row. */
	NEW_FILES_LIMIT("fusemount.new.limit", BaseUnits.FILES, "Maximum number of files that are new or stay local"),

	/** Gauge: files with scratch names, which are not in the database. */
	SCRATCH_FILES("fusemount.scratch.files", BaseUnits.FILES, "Temporary files of programs that stay local"),

	/** Gauge: bytes of files with scratch names. */
	SCRATCH_BYTES("fusemount.scratch.bytes", BaseUnits.BYTES, "Content of temporary files of programs that stay local"),

	/** Gauge: how full the fullest quota of a directory is. */
	QUOTA_FULLEST("fusemount.quota.fullest", null,
			"Used share of the fullest quota of a directory, as far as quotas were measured", "directory"),

	/** Gauge: bytes of content that is kept on the local disk. */
	CACHE_BYTES("fusemount.cache.bytes", BaseUnits.BYTES, "Content that is kept on the local disk"),

	/** Gauge: maximum bytes of content that are kept. */
	CACHE_LIMIT("fusemount.cache.limit", BaseUnits.BYTES, "Maximum amount of content that is kept on the local disk"),

	/** Counter: reads by whether their bytes were on the local disk. */
	CACHE_READS("fusemount.cache.reads", null, "Reads of content, by whether it was on the local disk", "result"),

	/** Counter: bytes of content that came from the database. */
	CACHE_FETCHED("fusemount.cache.fetched", BaseUnits.BYTES, "Content that was fetched from the database"),

	/** Counter: cached data that was dropped because others may have changed it. */
	INVALIDATIONS("fusemount.invalidations", null, "Rows whose cached data was dropped because they changed"),

	/** Gauge: whether a change feed receives nothing. */
	FEED_LOST("fusemount.feed.lost", null, "1 while a change feed has no connection, else 0"),

	/** Gauge: free bytes on the disk of the spool. */
	SPOOL_FREE("fusemount.spool.free", BaseUnits.BYTES, "Free space on the disk of the spool"),

	/** Gauge: size in bytes of the disk of the spool. */
	SPOOL_SIZE("fusemount.spool.size", BaseUnits.BYTES, "Size of the disk of the spool"),

	/** Gauge: open files and directories. */
	HANDLES("fusemount.handles", null, "Open files and directories"),

	/** Gauge: maximum number of open files and directories. */
	HANDLES_LIMIT("fusemount.handles.limit", null, "Maximum number of open files and directories"),

	/** Gauge: database permits by state. */
	DATABASE_PERMITS("fusemount.database.permits", null, "Permits to use the database concurrently", "state"),

	/** Gauge: operations that wait for a permit. */
	DATABASE_PERMITS_WAITING("fusemount.database.permits.waiting", null, "Operations that wait for a permit"),

	/** Timer: how long operations waited for their permits. */
	DATABASE_PERMITS_WAIT("fusemount.database.permits.wait", null,
			"Time spent waiting for permits, including waits of no duration"),

	/** Gauge: workers that serve an operation at the moment. */
	EXECUTOR_ACTIVE("fusemount.executor.active", BaseUnits.THREADS, "Workers that serve an operation at the moment"),

	/** Gauge: active workers that wait. */
	EXECUTOR_WAITING("fusemount.executor.waiting", BaseUnits.THREADS,
			"Active workers that wait for a permit, for an answer of the database or for a lock"),

	/** Gauge: waiting workers that do not count towards the limit. */
	EXECUTOR_STORING("fusemount.executor.storing", BaseUnits.THREADS,
			"Waiting workers whose place others take while the database is in use"),

	/** Gauge: maximum number of workers. */
	EXECUTOR_LIMIT("fusemount.executor.limit", BaseUnits.THREADS,
			"Maximum number of workers that serve operations at once"),

	/** Gauge: 1 if the kernel's requests come by io_uring, 0 if not. */
	IO_URING("fusemount.io.uring", null, "1 if the kernel's requests come by io_uring, else 0"),

	/** Gauge: files and directories that the kernel knows. */
	NODES("fusemount.nodes", null, "Files and directories that the kernel knows"),

	/** Counter: opened files whose content the kernel itself reads. */
	PASSTHROUGH_OPENS("fusemount.passthrough.opens", null,
			"Opened files whose content the kernel itself reads from the local disk");

	/** The tag of every meter: the name of the mount. */
	public static final String MOUNT = "mount";

	/** The value of the tag {@code outcome} without an errno. */
	public static final String SUCCESS = "success";

	/**
	 * The value of the tag {@code directory} for all directories that are not known at
	 * startup.
	 */
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
	 * Returns the name in Micrometer's notation.
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
	 * Returns the description of the measured quantity.
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
