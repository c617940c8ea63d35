package io.fusemount.core.inode;

import java.time.Instant;

import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * A version of a stored file, whose content is empty.
 *
 * @param id the id of its row
 * @param number the version of the row
 * @param contentVersion what identifies its content, {@code null} if nothing does
 */
record Version(String id, int number, @Nullable String contentVersion) implements RegularFile {

	static Version of(String id, int number) {
		return new Version(id, number, null);
	}

	@Override
	public NodeKey key() {
		return new NodeKey("files", this.id);
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
		return other instanceof Version version && version.id.equals(this.id) && version.number == this.number;
	}

}
