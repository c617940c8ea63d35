package io.fusemount.core.supervision;

import java.util.List;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.failure.Failure;
import org.jspecify.annotations.Nullable;

/**
 * What an administrator sees of a filesystem and can do to it. What only looks answers
 * from memory or the local disk, waits for no operation and asks no database.
 */
public interface Supervision {

	/**
	 * Returns in words why programs get nowhere with it, or {@code null} if nothing is
	 * known of that.
	 */
	@Nullable String trouble();

	/**
	 * Returns in words which programs do not see it where it is mounted, and why, or
	 * {@code null} if none are known.
	 */
	@Nullable String visibility();

	/**
	 * Returns in words why changes by others are seen late, or {@code null} if nothing is
	 * known of that.
	 */
	@Nullable String changeFeed();

	/**
	 * Returns open handles, the oldest first.
	 * @param limit how many at the most
	 */
	OpenHandles handles(int limit);

	/**
	 * Returns the last failures, the newest first.
	 * @param limit how many at the most
	 */
	List<Failure> failures(int limit);

	/**
	 * Returns the local disk space.
	 */
	SpoolState spool();

	/**
	 * Returns files with changes that are not stored, those with the most content first.
	 * Scratch files are none.
	 * @param limit how many at the most
	 */
	UnstoredFiles unstored(int limit);

	/**
	 * Stores all changes that are there, and goes on to take others. Waits for the
	 * database.
	 * @param again whether to try those, too, that have failed and are as they were
	 * @return whether there are none any more
	 */
	boolean storeAll(boolean again);

	/**
	 * Forgets what is known of a file or directory and of what is in it. Asks the
	 * database for a file that nobody has looked up lately.
	 * @param path its absolute path
	 * @throws ErrnoException {@code ENOENT} and others if there is nothing
	 */
	void invalidate(String path);

	/**
	 * Takes a handle from its program, which gets {@code EBADF} from then on. Changes
	 * that no other handle has part in are kept among what is unsaved, not stored; a
	 * commit of them that is under way may end well all the same.
	 * @return what has become of it, or {@code null} if there is none of this number
	 */
	@Nullable ReleasedHandle release(long handle);

}
