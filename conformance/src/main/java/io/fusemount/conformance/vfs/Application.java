package io.fusemount.conformance.vfs;

import io.fusemount.conformance.memory.Gate;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * The application that owns the files below {@code /files}: looks at them and changes
 * them without asking the filesystem, and knows what the filesystem costs it.
 */
public interface Application {

	/**
	 * Creates a file, or changes its content if it exists.
	 */
	void put(String name, byte[] content);

	/**
	 * Notes a size for a file that exists, right or wrong, where sizes are kept beside
	 * content, by a statement that makes no new version.
	 */
	void noteSize(String name, long size);

	/**
	 * Whether content may be as large as this, in bytes.
	 */
	default boolean takes(long bytes) {
		return true;
	}

	/**
	 * Deletes a file that exists.
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
	 * Returns how many transactions of the filesystem have begun to change something so
	 * far.
	 */
	long commits();

	/**
	 * Returns how often the filesystem has looked up a name or listed a page so far.
	 */
	long lookups();

	/**
	 * Returns how often the filesystem has read content so far.
	 */
	long fetches();

	/**
	 * Fails the next transaction that changes something, and lets those after it through.
	 * Calls add up.
	 */
	void failNextCommit(Errno errno);

	/**
	 * Holds back transactions that change something until the gate is closed.
	 */
	Gate holdCommits();

}
