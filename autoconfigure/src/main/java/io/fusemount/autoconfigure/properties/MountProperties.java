package io.fusemount.autoconfigure.properties;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

import io.fusemount.core.limit.ContentCacheSettings;
import io.fusemount.core.limit.Quota;
import io.fusemount.core.limit.UnsavedLimits;
import io.fusemount.core.operation.ConflictPolicy;
import io.fusemount.core.vfs.PermissionChanges;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Configuration properties of a mount. Those of {@code fusemount} are the mount's that
 * {@code fusemount.mount-point} makes, and the defaults of the mounts below
 * {@code fusemount.mounts}.
 *
 * @param mountPoint Directory at which the filesystem appears. Without it nothing is
 * mounted.
 * @param createMountPoint Whether to create a mount point that does not exist, and to
 * remove it after unmounting.
 * @param readOnly Whether the filesystem refuses every change.
 * @param failFast Whether the application stops when the filesystem cannot be mounted.
 * Otherwise it runs without, reports health DOWN, and the actuator endpoint can mount
 * later.
 * @param uid User that owns every file. Default is the user of the process.
 * @param gid Group that owns every file. Default is the group of the process.
 * @param umask Permissions that files and directories do not have, as three octal digits
 * (in quotes in YAML).
 * @param permissionChanges What becomes of chmod and chown, for which a row has no place.
 * @param conflicts What becomes of changes whose row somebody else has changed or deleted
 * since the file was opened.
 * @param allowOther Whether users other than the one that runs the application may enter.
 * Unless that is root, /etc/fuse.conf has to contain user_allow_other.
 * @param defaultPermissions Whether the kernel checks owner, group and mode of files.
 * @param callersChecked Whether the application checks by itself who may do what: needed
 * to let others enter (allow-other) whom the kernel does not check (default-permissions).
 * @param maxFileSize Maximum size of a file, holes included. What would make one larger
 * ends with EFBIG. Default is 16GB, or the size of the spool's disk if that is less.
 * @param shutdownTimeout How long to wait at shutdown for operations that are under way.
 * What could not be stored by then is kept.
 * @param executor How requests of the kernel are served.
 * @param cache What is kept of attributes and directory entries.
 * @param contentCache What is kept of content on the local disk.
 * @param handles How many files and directories programs may have open.
 * @param newFiles How many files without a row there may be.
 * @param spool Where content stays that is being written.
 * @param scratch Which files stay local, because programs make them for their own
 * purposes.
 * @param unsaved What is kept of content that could not be stored when its file was
 * closed.
 */
@ConfigurationProperties("fusemount")
public record MountProperties(@Nullable String mountPoint, @DefaultValue("false") boolean createMountPoint,
		@DefaultValue("false") boolean readOnly, @DefaultValue("true") boolean failFast, @Nullable Integer uid,
		@Nullable Integer gid, @DefaultValue("022") String umask,
		@DefaultValue("ignore") PermissionChanges permissionChanges, @DefaultValue("fail") ConflictPolicy conflicts,
		@DefaultValue("false") boolean allowOther, @DefaultValue("true") boolean defaultPermissions,
		@DefaultValue("false") boolean callersChecked, @Nullable DataSize maxFileSize,
		@DefaultValue("20s") Duration shutdownTimeout, @DefaultValue Executor executor, @DefaultValue Cache cache,
		@DefaultValue ContentCache contentCache, @DefaultValue Handles handles, @DefaultValue NewFiles newFiles,
		@DefaultValue Spool spool, @DefaultValue Scratch scratch, @DefaultValue Unsaved unsaved) {

	/** The names of these properties, as they are written. */
	public static final Set<String> NAMES = Arrays.stream(MountProperties.class.getRecordComponents())
		.map((component) -> component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
		.collect(Collectors.toUnmodifiableSet());

	public MountProperties {
		Requirement.that(umask.matches("0?[0-7]{3}"), "fusemount.umask", umask,
				"A umask has three octal digits. YAML reads 022 as a number unless it stands in quotes.");
		Requirement.that(maxFileSize == null || maxFileSize.toBytes() > 0, "fusemount.max-file-size",
				String.valueOf(maxFileSize), "A size of more than 0 is needed.");
		Requirement.that(uid == null || uid >= 0, "fusemount.uid", uid, "The number of a user is 0 or more.");
		Requirement.that(gid == null || gid >= 0, "fusemount.gid", gid, "The number of a group is 0 or more.");
		Requirement.that(defaultPermissions || !allowOther || callersChecked, "fusemount.default-permissions",
				defaultPermissions,
				"With fusemount.allow-other=true, every user could then read and change every file. "
						+ "fusemount.callers-checked=true says that the application checks them (Caller.current()).");
		Requirement.positive("fusemount.shutdown-timeout", shutdownTimeout);
	}

	/**
	 * Returns the umask as bits.
	 */
	public int umaskBits() {
		return Integer.parseInt(this.umask, 8);
	}

	/**
	 * How requests of the kernel are served.
	 *
	 * @param maxWorkers Maximum number of requests that are served at once. Up to three
	 * times as many wait beside them while others use the database.
	 * @param readers Number of workers that wait for requests at once. 0 means one per
	 * core.
	 */
	public record Executor(@DefaultValue("32") int maxWorkers, @DefaultValue("0") int readers) {

		public Executor {
			Requirement.that(maxWorkers > 0, "fusemount.executor.max-workers", maxWorkers,
					"At least one worker is needed.");
			Requirement.that(readers >= 0 && readers <= maxWorkers, "fusemount.executor.readers", readers,
					"Readers are workers: choose 0 (one per core) to fusemount.executor.max-workers (%d)."
						.formatted(maxWorkers));
		}

	}

	/**
	 * What is kept of attributes and directory entries.
	 *
	 * @param timeToLive How long attributes and entries are believed without a look at
	 * the database. Changes by JPQL updates, by JDBC and by other instances are seen
	 * after this time.
	 * @param maxEntries Maximum number of entries that are kept. Some programs read
	 * 100,000 names before they look at the first file: what is not kept until then costs
	 * a statement each.
	 */
	public record Cache(@DefaultValue("1s") Duration timeToLive, @DefaultValue("131072") int maxEntries) {

		public Cache {
			Requirement.that(!timeToLive.isNegative(), "fusemount.cache.time-to-live", timeToLive,
					"A duration of 0 or more is needed.");
			Requirement.that(maxEntries >= 0, "fusemount.cache.max-entries", maxEntries,
					"A number of 0 or more is needed.");
		}

	}

	/**
	 * What is kept of content on the local disk.
	 *
	 * @param size Maximum size of content that was read and is kept in the spool
	 * directory, so that the next reader needs no database. What was not used for the
	 * longest time goes first.
	 * @param retain Whether content is kept when its file is closed, and over a restart.
	 * Needs an entity with a version and a time of creation or change.
	 */
	public record ContentCache(@DefaultValue("1GB") DataSize size, @DefaultValue("true") boolean retain) {

		public ContentCache {
			Requirement.that(size.toBytes() >= ContentCacheSettings.MIN_SIZE, "fusemount.content-cache.size", size,
					"At least 64MB are needed to fetch ahead for several readers. To keep nothing of closed files, "
							+ "set fusemount.content-cache.retain to false.");
		}

		public ContentCacheSettings settings() {
			return new ContentCacheSettings(this.size.toBytes(), this.retain);
		}

	}

	/**
	 * How many files and directories programs may have open.
	 *
	 * @param max Maximum number of files and directories that programs have open at once;
	 * more get ENFILE. Default is one for each 8 KiB of the maximum heap.
	 * @param maxPerUser Maximum number of files and directories that one user, root
	 * excepted, has open at once; more get EMFILE. Default is half of what all may have.
	 */
	public record Handles(@Nullable Integer max, @Nullable Integer maxPerUser) {

		public Handles {
			requirePositive("fusemount.handles", max, maxPerUser);
		}

		/**
		 * Returns the limits, by default those that the heap has room for.
		 */
		public Quota quota() {
			return MountProperties.quota(this.max, this.maxPerUser);
		}

	}

	/**
	 * How many files without a row there may be.
	 *
	 * @param max Maximum number of files that are new and not committed yet, or stay
	 * local because of their name; more get ENOSPC. Default is one for each 8 KiB of the
	 * maximum heap.
	 * @param maxPerUser Maximum number of files of one user, root excepted, that are new
	 * and not committed yet, or stay local because of their name; more get EDQUOT.
	 * Default is half of what all may have.
	 */
	public record NewFiles(@Nullable Integer max, @Nullable Integer maxPerUser) {

		public NewFiles {
			requirePositive("fusemount.new-files", max, maxPerUser);
		}

		public Quota quota() {
			return MountProperties.quota(this.max, this.maxPerUser);
		}

	}

	private static void requirePositive(String prefix, @Nullable Integer max, @Nullable Integer maxPerUser) {
		Requirement.that(max == null || max > 0, prefix + ".max", max, "At least one is needed.");
		Requirement.that(maxPerUser == null || maxPerUser > 0, prefix + ".max-per-user", maxPerUser,
				"At least one is needed.");
	}

	private static Quota quota(@Nullable Integer max, @Nullable Integer maxPerUser) {
		Quota usual = (max != null) ? Quota.of(max) : Quota.ofHeap();
		return (maxPerUser != null) ? new Quota(usual.max(), maxPerUser) : usual;
	}

	/**
	 * Where content stays that is being written.
	 *
	 * @param directory Directory for content that is not committed yet or could not be
	 * stored, with room for the largest file that is written. Default is one per mount
	 * point in STATE_DIRECTORY (systemd), /var/lib/fusemount or XDG_STATE_HOME
	 * (~/.local/state), whichever can be written to first.
	 */
	public record Spool(@Nullable String directory) {

	}

	/**
	 * What is kept of content that could not be stored when its file was closed.
	 *
	 * @param keepFor How long content that could not be stored is kept.
	 * @param maxSize Maximum size of all content that could not be stored and is kept,
	 * holes not counted. Beyond it, a user with more than his share loses his oldest; the
	 * newest of each stays.
	 */
	public record Unsaved(@DefaultValue("30d") Duration keepFor, @DefaultValue("10GB") DataSize maxSize) {

		public Unsaved {
			Requirement.positive("fusemount.unsaved.keep-for", keepFor);
			Requirement.that(!maxSize.isNegative(), "fusemount.unsaved.max-size", maxSize,
					"A size of 0 or more is needed.");
		}

		public UnsavedLimits limits() {
			return new UnsavedLimits(this.keepFor, this.maxSize.toBytes());
		}

	}

	/**
	 * Which files stay local, because programs make them for their own purposes.
	 *
	 * @param names Patterns of the names of files that never become rows: swap and lock
	 * files, backups, what programs write before they rename it. '*' stands for any
	 * characters, '?' for one, '[a-p]' for a range, 'XXXXXX' for six letters and digits
	 * of a file that is made as mkstemp makes it. A pattern that ends with '/' is about
	 * directories, which stay local with all that is in them; the others are not. An
	 * empty list lets every file become a row.
	 * @param replacementWait How long a row that is renamed to such a name waits for a
	 * new file of its old name, whose content it takes, before the rename is committed.
	 */
	public record Scratch(@DefaultValue( {
			".*.sw[a-px]", ".sw[a-px]", "4913", "*~", "#*#", ".#*", ".~lock.*#", "~$*", "*.tmp", ".goutputstream-*",
			"._*", ".DS_Store", "*.XXXXXX", "sedXXXXXX", "[X][X]XXXXXX", "ziXXXXXX", "tmpXXXXXX", ".~tmp~/",
			".rsync-partial/", "*.lock/" }) List<String> names, @DefaultValue("5s") Duration replacementWait){

		public Scratch {
			Requirement.positive("fusemount.scratch.replacement-wait", replacementWait);
		}

	}

}
