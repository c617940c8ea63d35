package io.fusemount.conformance.vfs;

import io.fusemount.conformance.memory.Gate;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * The application that owns the files below {@code /files}: reads and changes them
 * without going through the filesystem, and counts the calls of the filesystem.
 */
public interface Application {

	/**
	 * Creates a file, or changes its content if it exists.
	 */
	void put(String name, byte[] content);

	/**
	 * Records a size, right or wrong, for an existing file, where sizes are kept beside
	 * content, by a statement that creates no new version.
	 */
	void noteSize(String name, long size);

	/**
	 * Whether content may have this size in bytes.
	 */
	default boolean takes(long bytes) {
		return true;
	}

	/**
	 * Deletes an existing file.
	 */
	void remove(String name);

	/**
	 * Returns the committed content, or {@code null} if there is no such file.
	 */
	byte @Nullable [] content(String name);

	/**
	 * Returns the identity of the file that has this name, or {@code null}.
	 */
	@Nullable NodeKey key(String name);

	/**
	 * Returns the number of transactions of the filesystem so far that have begun to
	 * change something.
	 */
	long commits();

	/**
	 * Returns the number of times that the filesystem has looked up a name or listed a
	 * page so far.
	 */
	long lookups();

	/**
	 * Returns the number of times that the filesystem has read content so far.
	 */
	long fetches();

	/**
	 * Fails the next transaction that changes something; later ones succeed. Calls add
	 * up.
	 */
	void failNextCommit(Errno errno);

	/**
	 * Holds back transactions that change something until the gate is closed.
	 */
	Gate holdCommits();

}
