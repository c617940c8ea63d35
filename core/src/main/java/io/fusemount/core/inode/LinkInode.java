package io.fusemount.core.inode;

import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.SymbolicLink;

/**
 * A symbolic link.
 */
final class LinkInode extends Inode {

	private final SymbolicLink link;

	LinkInode(SymbolicLink link) {
		super(null);
		this.link = link;
	}

	@Override
	public NodeKey key() {
		return this.link.key();
	}

	@Override
	public Node node() {
		return this.link;
	}

}
