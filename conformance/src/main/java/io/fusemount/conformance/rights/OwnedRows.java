package io.fusemount.conformance.rights;

import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.memory.Gate;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * The application that owns the rows of the directory under test: reads and changes them
 * by a way of its own, plain SQL for example, that knows neither the filesystem nor
 * rights. The filesystem is not notified.
 */
public interface OwnedRows {

	/**
	 * Creates a row.
	 */
	void insert(OwnedRow row);

	/**
	 * Creates a row that is not read-only.
	 */
	default void insert(String name, User owner, String content) {
		insert(new OwnedRow(name, owner, false, content));
	}

	/**
	 * Creates a directory, if the directory under test has directories.
	 */
	void makeDirectory(String path, User owner, boolean readOnly);

	/**
	 * Gives a row or a directory another owner.
	 */
	void give(String name, User owner);

	/**
	 * Makes a row or a directory read-only, or ends that.
	 */
	void protect(String name, boolean readOnly);

	/**
	 * Gives a row other content.
	 */
	void change(String name, String content);

	/**
	 * Gives a row a free name.
	 */
	void rename(String name, String newName);

	/**
	 * Deletes a row, if it exists.
	 */
	void remove(String name);

	/**
	 * Returns all rows of the directory under test, without those of directories in it.
	 */
	List<OwnedRow> all();

	/**
	 * Returns the row of this name, or {@code null}.
	 */
	@Nullable OwnedRow find(String name);

	/**
	 * Returns the row of this name, which exists.
	 */
	default OwnedRow get(String name) {
		return Objects.requireNonNull(find(name), () -> "There is no row " + name);
	}

	/**
	 * Returns the identity of a row or a directory, which exists.
	 */
	NodeKey key(String name);

	/**
	 * Fails the next transaction of the filesystem that changes something.
	 */
	void failNextCommit(Errno errno);

	/**
	 * Holds back transactions of the filesystem that change something until the gate is
	 * closed.
	 */
	Gate holdCommits();

}
