package io.fusemount.core.tree;

import io.fusemount.core.inode.Inode;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.NodeKey;

/**
 * An entry of a listing.
 *
 * @param name the name
 * @param inode what has it
 * @param key the key that the inode had when it was listed
 */
public record Listed(Name name, Inode inode, NodeKey key) {
}
