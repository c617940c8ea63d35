package io.fusemount.core.supervision;

import java.util.List;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.failure.Failure;
import io.fusemount.core.node.Quota;
import org.jspecify.annotations.Nullable;

/**
 * The administrator's view of a filesystem, and the actions on it. Queries answer from
 * memory or the local disk, wait for no operation and do not use the database.
 */
public interface Supervision {

	/** The supervision while there are no files, for example because none are mounted. */
	Supervision NONE = new NoSupervision();

	/**
	 * Returns a description of why programs make no progress, or {@code null} if no
	 * reason is known.
	 */
	@Nullable String trouble();

	/**
	 * Returns a description of the programs that do not see the filesystem at its mount
	 * point, with the reason, or {@code null} if none are known.
	 */
	@Nullable String visibility();

	/**
	 * Returns a description of why changes by others are seen late, or {@code null} if no
	 * reason is known.
	 */
	@Nullable String changeFeed();

	/**
	 * Returns the number of open handles.
	 */
	int openHandles();

	/**
	 * Returns open handles, oldest first.
	 * @param limit the maximum number of handles
	 */
	OpenHandles handles(int limit);

	/**
	 * Returns the most recent failures, newest first.
	 * @param limit the maximum number of failures
	 */
	List<Failure> failures(int limit);

	/**
	 * Returns the local disk space.
	 */
	SpoolState spool();

	/**
	 * Returns the maximum size of a file in bytes.
	 */
	long maxFileSize();

	/**
	 * Returns the number of files without a row: new files before their first commit, and
	 * files that stay local.
	 */
	int newFiles();

	/**
	 * Returns the total of the files that have scratch names and stay local.
	 */
	FileTotal scratch();

	/**
	 * Returns files with changes that are not stored, those with the most content first.
	 * Scratch files are not included.
	 * @param limit the maximum number of files
	 */
	UnstoredFiles unstored(int limit);

	/**
	 * Returns the kept content that could not be stored.
	 */
	UnsavedListing unsaved();

	/**
	 * Returns what the quotas took when they were measured last, the fullest first.
	 * @param limit the maximum number of quotas
	 */
	List<Quota.Measured> quotas(int limit);

	/**
	 * Returns the statistics of the content kept on the local disk.
	 */
	ContentCacheStatistics contentCache();

	/**
	 * Returns how often cached data was dropped because others may have changed it.
	 */
	long invalidations();

	/**
	 * Stores all current changes while new ones continue to be accepted. Waits for the
	 * database.
	 * @param again whether to include files whose last attempt failed and that have not
	 * changed since
	 * @return whether no unstored changes remain
	 */
	boolean storeAll(boolean again);

	/**
	 * Drops cached data of a file, or of a directory and its entries. Queries the
	 * database for a file that has not been looked up recently.
	 * @param path its absolute path
	 * @throws ErrnoException {@code ENOENT} or another errno if the path does not exist
	 */
	void invalidate(String path);

	/**
	 * Takes a handle away from its program, which receives {@code EBADF} from then on.
	 * Changes that are not shared with another handle are kept as unsaved content and not
	 * stored; a commit in progress may nevertheless succeed.
	 * @return the result, or {@code null} if there is no handle with this number
	 */
	@Nullable ReleasedHandle release(long handle);

}
