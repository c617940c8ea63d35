package io.fusemount.core.inode;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.RegularFile;

/**
 * A file that was found in a directory lately.
 *
 * @param name its name there
 * @param file the snapshot that was found
 */
public record FoundFile(Name name, RegularFile file) {

}
