package io.fusemount.core.tree;

import io.fusemount.core.node.Directory;

/**
 * A directory that is asked each time: its entries are in memory, or change without
 * notice.
 */
public interface LiveDirectory extends Directory {

}
