package io.fusemount.core.node;

/**
 * A directory that is read each time, because its entries are in memory or change without
 * notice.
 */
public interface LiveDirectory extends Directory {

}
