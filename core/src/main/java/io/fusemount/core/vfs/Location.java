package io.fusemount.core.vfs;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;

/**
 * A place in a directory, taken or not.
 *
 * @param parent the directory
 * @param name the name in it
 */
public record Location(Directory parent, Name name) {

}
