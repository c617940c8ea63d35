package io.fusemount.core.node;

import io.fusemount.core.name.Name;

/**
 * A name in a directory and what it names.
 *
 * @param name the name
 * @param node a snapshot
 */
public record DirectoryEntry(Name name, Node node) {

}
