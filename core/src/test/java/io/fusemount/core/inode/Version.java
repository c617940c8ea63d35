package io.fusemount.core.inode;

import java.time.Instant;

import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;

/**
 * A version of one stored file, without content.
 */
record Version(int number) implements RegularFile {

	@Override
	public NodeKey key() {
		return new NodeKey("files", "1");
	}

	@Override
	public Attributes attributes() {
		return new Attributes(0, Instant.EPOCH, Instant.EPOCH, true);
	}

	@Override
	public Content content() {
		return (position, target) -> 0;
	}

	@Override
	public boolean isSameVersion(RegularFile other) {
		return other instanceof Version version && version.number == this.number;
	}

}
