package io.fusemount.core.filesystem;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;

/**
 * A version that programs have open and that others have replaced or deleted while no
 * process served the mount. It fails as a version fails that is no longer available.
 *
 * @param key its identity
 * @param attributes what it was like
 */
record LostFile(NodeKey key, Attributes attributes) implements RegularFile {

	@Override
	public Content content() {
		return (position, target) -> {
			throw stale();
		};
	}

	@Override
	public boolean isSameVersion(RegularFile other) {
		return this == other;
	}

	@Override
	public RegularFile update(FileChanges changes) {
		throw stale();
	}

	private static ErrnoException stale() {
		return new ErrnoException(Errno.ESTALE, "The file was changed or deleted while the application restarted");
	}

}
