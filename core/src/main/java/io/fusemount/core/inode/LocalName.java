package io.fusemount.core.inode;

import io.fusemount.core.name.Name;

/**
 * The name of an inode without a row at one moment.
 *
 * @param name the name
 * @param inode the file or scratch directory
 */
public record LocalName(Name name, Inode inode) {
}
