package io.fusemount.conformance.vfs;

import java.util.List;

import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * The application that owns everything below {@code /files} if there are directories:
 * reads and changes it without going through the filesystem. Paths start at
 * {@code /files}, without a slash.
 */
public interface ApplicationTree {

	/**
	 * Creates a directory.
	 */
	void makeDirectory(String path);

	/**
	 * Creates a file in a directory that exists, or changes its content.
	 */
	void put(String path, byte[] content);

	/**
	 * Moves a file or a directory to a free name.
	 */
	void move(String path, String newPath);

	/**
	 * Returns the committed content, or {@code null} if there is no such file.
	 */
	byte @Nullable [] content(String path);

	/**
	 * Returns the identity of a file or a directory, or {@code null} if there is none.
	 */
	@Nullable NodeKey key(String path);

	/**
	 * Returns the names in a directory, sorted.
	 * @param path the directory, empty for the outermost
	 */
	List<String> names(String path);

}
