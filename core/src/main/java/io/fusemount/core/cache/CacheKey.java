package io.fusemount.core.cache;

import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * The identification of the bytes of one version of a file.
 *
 * @param file the file
 * @param version the version of its content
 * @see RegularFile#contentVersion()
 */
record CacheKey(NodeKey file, String version) {

	/** Returns the key of a file, or {@code null} if its version has no name. */
	static @Nullable CacheKey of(RegularFile file) {
		String version = file.contentVersion();
		return (version != null) ? new CacheKey(file.key(), version) : null;
	}

}
