package io.fusemount.core.node;

/**
 * A directory that is asked each time: its entries are in memory, or change without
 * notice.
 */
public interface LiveDirectory extends Directory {

}
