package io.fusemount.core.inode;

import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * A version whose content has one, too. No snapshot is another one.
 */
final class Versioned implements RegularFile {

	private final Version version;

	private final String contentVersion;

	Versioned(Version version, String contentVersion) {
		this.version = version;
		this.contentVersion = contentVersion;
	}

	@Override
	public NodeKey key() {
		return this.version.key();
	}

	@Override
	public Attributes attributes() {
		return this.version.attributes();
	}

	@Override
	public Content content() {
		return this.version.content();
	}

	@Override
	public boolean isSameVersion(RegularFile other) {
		return other instanceof Versioned versioned && this.version.isSameVersion(versioned.version);
	}

	@Override
	public @Nullable String contentVersion() {
		return this.contentVersion;
	}

}
