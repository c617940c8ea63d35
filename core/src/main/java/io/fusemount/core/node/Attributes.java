package io.fusemount.core.node;

import java.time.Instant;

/**
 * What {@code stat} tells of a node beyond its kind and identity.
 *
 * @param size the length of the content in bytes, 0 for directories
 * @param created birth time
 * @param modified time of the last change of content, {@code st_mtime}
 * @param writable whether content (of a file) or entries (of a directory) can change
 */
public record Attributes(long size, Instant created, Instant modified, boolean writable) {

	/**
	 * Returns the attributes of a directory that came to be at the given time.
	 */
	public static Attributes directory(Instant created, boolean writable) {
		return new Attributes(0, created, created, writable);
	}

}
