package io.fusemount.core.filesystem;

import java.util.HashMap;
import java.util.Map;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.VirtualDirectory;
import org.jspecify.annotations.Nullable;

/**
 * Finds the directories that an earlier process has known, by their keys.
 */
final class DirectorySearch {

	/** Why it is not known where some directories are. */
	private final Map<NodeKey, ErrnoException> failures = new HashMap<>();

	/** Returns the directory with a key, {@code null} if there is none. */
	@Nullable Directory find(Directory directory, NodeKey key) {
		if (key.equals(directory.key())) {
			return directory;
		}
		if (!(directory instanceof VirtualDirectory virtual)) {
			return search(directory, key);
		}
		for (DirectoryEntry entry : virtual.list(null).entries()) {
			Directory found = (entry.node() instanceof Directory below) ? find(below, key) : null;
			if (found != null) {
				return found;
			}
		}
		return null;
	}

	/** A source may be unable to answer without a user, for whom nobody works now. */
	private @Nullable Directory search(Directory directory, NodeKey key) {
		try {
			return directory.findDirectory(key);
		}
		catch (ErrnoException ex) {
			this.failures.put(key, ex);
			return null;
		}
	}

	/** Returns why it is not known where a directory is, or {@code null}. */
	@Nullable ErrnoException failure(NodeKey key) {
		return this.failures.get(key);
	}

}
