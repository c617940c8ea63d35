package io.fusemount.core.node;

import java.time.Instant;

/**
 * The attributes of a node that {@code stat} reports beyond its kind and identity.
 *
 * @param size the length of the content in bytes, 0 for directories
 * @param created the birth time
 * @param modified the time of the last change of content, {@code st_mtime}
 * @param writable whether the content of a file, or the entries of a directory, can
 * change
 */
public record Attributes(long size, Instant created, Instant modified, boolean writable) {

	/**
	 * Returns the attributes of a directory that was created at the given time.
	 */
	public static Attributes directory(Instant created, boolean writable) {
		return new Attributes(0, created, created, writable);
	}

}
