package io.fusemount.core.inode;

import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;

/**
 * The node of a file that only its open handles hold: not committed yet, or deleted.
 *
 * @param openFile the state of the file
 */
public record OpenFileNode(OpenFile openFile) implements RegularFile {

	@Override
	public NodeKey key() {
		return this.openFile.identity();
	}

	@Override
	public Attributes attributes() {
		return new Attributes(this.openFile.size(), this.openFile.created(), this.openFile.modified(), true);
	}

	@Override
	public Content content() {
		return this.openFile::read;
	}

	@Override
	public boolean isSameVersion(RegularFile other) {
		return other instanceof OpenFileNode node && node.openFile == this.openFile;
	}

}
