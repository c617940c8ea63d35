package io.fusemount.core.node;

import io.fusemount.core.name.Name;

/**
 * A name in a directory and its node.
 *
 * @param name the name
 * @param node a snapshot of the node
 */
public record DirectoryEntry(Name name, Node node) {

}
