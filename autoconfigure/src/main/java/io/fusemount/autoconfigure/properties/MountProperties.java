package io.fusemount.autoconfigure.properties;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

import io.fusemount.core.limit.ContentCacheSettings;
import io.fusemount.core.limit.HeapRoom;
import io.fusemount.core.limit.Maximum;
import io.fusemount.core.limit.UnsavedLimits;
import io.fusemount.core.operation.ConflictPolicy;
import io.fusemount.core.vfs.PermissionChanges;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Configuration properties of a mount. Those of {@code fusemount} define the mount of
 * {@code fusemount.mount-point}, and the defaults of the mounts below {@code
 * fusemount.mounts}.
 *
 * @param mountPoint Directory at which the filesystem appears. Without it, nothing is
 * mounted.
 * @param createMountPoint Whether to create a mount point that does not exist, and to
 * remove it after unmounting.
 * @param readOnly Whether the filesystem refuses every change.
 * @param failFast Whether the application stops when the filesystem cannot be mounted.
 * Otherwise it runs without the filesystem and reports health DOWN; the actuator endpoint
 * can mount it later.
 * @param uid User that owns every file. Default is the user of the process.
 * @param gid Group that owns every file. Default is the group of the process.
 * @param umask Permissions that files and directories do not have, as three octal digits
 * (in quotes in YAML).
 * @param permissionChanges Handling of chmod and chown where rows have no place for them.
 * @param conflicts Handling of changes to a file whose row was changed or deleted by
 * somebody else since the file was opened.
 * @param allowOther Whether users other than the one that runs the application have
 * access. Unless the application runs as root, /etc/fuse.conf has to contain
 * user_allow_other.
 * @param defaultPermissions Whether the kernel checks owner, group and mode of files.
 * @param callersChecked Whether the application itself checks the access of callers.
 * Required to allow other users (allow-other) without the kernel's checks
 * (default-permissions).
 * @param maxFileSize Maximum size of a file, holes included. Larger sizes fail with
 * EFBIG. Default is 16GB, or the size of the spool's disk if that is less.
 * @param shutdownTimeout How long to wait at shutdown for operations in progress. Content
 * that could not be stored by then is kept.
 * @param executor Serving of the kernel's requests.
 * @param cache Caching of attributes and directory entries.
 * @param contentCache Caching of content on the local disk.
 * @param handles Limits of open files and directories.
 * @param newFiles Limits of files without a row.
 * @param spool Place of content that is being written.
 * @param scratch Files that stay local because programs create them for their own
 * purposes.
 * @param unsaved Keeping of content that could not be stored when its file was closed.
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

	/** The names of these properties as they are written in configuration files. */
	public static final Set<String> NAMES = Arrays.stream(MountProperties.class.getRecordComponents())
		.map((component) -> component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
		.collect(Collectors.toUnmodifiableSet());

	public MountProperties {
		Requirement.that(umask.matches("0?[0-7]{3}"), "fusemount.umask", umask,
				"A umask must have three octal digits. YAML reads 022 as a number unless it is in quotes.");
		Requirement.that(maxFileSize == null || maxFileSize.toBytes() > 0, "fusemount.max-file-size",
				String.valueOf(maxFileSize), "A size of more than 0 is needed.");
		Requirement.that(uid == null || uid >= 0, "fusemount.uid", uid, "A user id must be 0 or more.");
		Requirement.that(gid == null || gid >= 0, "fusemount.gid", gid, "A group id must be 0 or more.");
		Requirement.that(defaultPermissions || !allowOther || callersChecked, "fusemount.default-permissions",
				defaultPermissions,
				"With fusemount.allow-other=true, every user could then read and change every file. "
						+ "Set fusemount.callers-checked=true if the application checks callers itself (Caller.current()).");
		Requirement.positive("fusemount.shutdown-timeout", shutdownTimeout);
	}

	/**
	 * Returns the umask as bits.
	 */
	public int umaskBits() {
		return Integer.parseInt(this.umask, 8);
	}

	/**
	 * Serving of the kernel's requests.
	 *
	 * @param maxWorkers Maximum number of requests that are served at once. Up to three
	 * times as many may wait in addition while others use the database.
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
	 * Caching of attributes and directory entries.
	 *
	 * @param timeToLive How long attributes and entries stay valid without querying the
	 * database. Changes by JPQL updates, by JDBC and by other instances are seen after
	 * this time.
	 * @param maxEntries Maximum number of cached entries. Some programs read 100,000
	 * names before they access the first file; an entry that is no longer cached by then
	 * costs a statement. Default is 131072, or less with a maximum heap of less than
	 * 256MB.
	 */
	public record Cache(@DefaultValue("1s") Duration timeToLive, @Nullable Integer maxEntries) {

		private static final int USUAL_ENTRIES = 131_072;

		public Cache {
			Requirement.that(!timeToLive.isNegative(), "fusemount.cache.time-to-live", timeToLive,
					"A duration of 0 or more is needed.");
			Requirement.that(maxEntries == null || maxEntries >= 0, "fusemount.cache.max-entries", maxEntries,
					"A number of 0 or more is needed.");
		}

		/**
		 * Returns the number of entries, by default as many as the heap has room for.
		 */
		public int entries() {
			return (this.maxEntries != null) ? this.maxEntries : HeapRoom.of(USUAL_ENTRIES);
		}

	}

	/**
	 * Caching of content on the local disk.
	 *
	 * @param size Maximum size of the content that is kept in the spool directory after
	 * it was read, so that the next reader does not need the database. The least recently
	 * used content is removed first.
	 * @param retain Whether content is kept after its file is closed, and across
	 * restarts. Needs an entity with a version and a time of creation or change.
	 */
	public record ContentCache(@DefaultValue("1GB") DataSize size, @DefaultValue("true") boolean retain) {

		public ContentCache {
			Requirement.that(size.toBytes() >= ContentCacheSettings.MIN_SIZE, "fusemount.content-cache.size", size,
					"At least 64MB are needed to read ahead for several readers. To keep no content of closed files, "
							+ "set fusemount.content-cache.retain to false.");
		}

		public ContentCacheSettings settings() {
			return new ContentCacheSettings(this.size.toBytes(), this.retain);
		}

	}

	/**
	 * Limits of open files and directories.
	 *
	 * @param max Maximum number of files and directories that programs have open at once.
	 * Beyond it, opening fails with ENFILE. Default is one for each 8 KiB of the maximum
	 * heap.
	 * @param maxPerUser Maximum number of files and directories that one user, except
	 * root, has open at once. Beyond it, opening fails with EMFILE. Default is half of
	 * the total maximum.
	 */
	public record Handles(@Nullable Integer max, @Nullable Integer maxPerUser) {

		public Handles {
			requirePositive("fusemount.handles", max, maxPerUser);
		}

		/**
		 * Returns the limits. The defaults are those that the heap has room for.
		 */
		public Maximum quota() {
			return MountProperties.quota(this.max, this.maxPerUser);
		}

	}

	/**
	 * Limits of files without a row.
	 *
	 * @param max Maximum number of files that are new and not committed yet, or that stay
	 * local because of their name. Beyond it, creation fails with ENOSPC. Default is one
	 * for each 8 KiB of the maximum heap.
	 * @param maxPerUser Maximum number of files of one user, except root, that are new
	 * and not committed yet, or that stay local because of their name. Beyond it,
	 * creation fails with EDQUOT. Default is half of the total maximum.
	 */
	public record NewFiles(@Nullable Integer max, @Nullable Integer maxPerUser) {

		public NewFiles {
			requirePositive("fusemount.new-files", max, maxPerUser);
		}

		public Maximum quota() {
			return MountProperties.quota(this.max, this.maxPerUser);
		}

	}

	private static void requirePositive(String prefix, @Nullable Integer max, @Nullable Integer maxPerUser) {
		Requirement.that(max == null || max > 0, prefix + ".max", max, "At least one is needed.");
		Requirement.that(maxPerUser == null || maxPerUser > 0, prefix + ".max-per-user", maxPerUser,
				"At least one is needed.");
	}

	private static Maximum quota(@Nullable Integer max, @Nullable Integer maxPerUser) {
		Maximum usual = (max != null) ? Maximum.of(max) : Maximum.ofHeap();
		return (maxPerUser != null) ? new Maximum(usual.max(), maxPerUser) : usual;
	}

	/**
	 * Place of content that is being written.
	 *
	 * @param directory Directory for content that is not committed yet or could not be
	 * stored, with room for the largest file that is written. Default is one per mount
	 * point in STATE_DIRECTORY (systemd), /var/lib/fusemount or XDG_STATE_HOME
	 * (~/.local/state), whichever is writable first.
	 */
	public record Spool(@Nullable String directory) {

	}

	/**
	 * Keeping of content that could not be stored when its file was closed.
	 *
	 * @param keepFor How long content that could not be stored is kept.
	 * @param maxSize Maximum total size of kept content that could not be stored, not
	 * counting holes. When it is exceeded, users above their share lose their oldest
	 * content; the newest file of each user stays.
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
	 * Files that stay local because programs create them for their own purposes.
	 *
	 * @param names Patterns of the names of files that never become rows: swap and lock
	 * files, backups, and temporary files that are renamed when complete. '*' stands for
	 * any characters, '?' for one, '[a-p]' for a range, 'XXXXXX' for six letters and
	 * digits of a file that is created as mkstemp creates it. A pattern that ends with
	 * '/' matches directories, which stay local with everything in them; all other
	 * patterns match files. An empty list lets every file become a row.
	 * @param replacementWait How long the rename of a stored file to such a name is held
	 * back for a new file of the old name, which then replaces the content of the row.
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
