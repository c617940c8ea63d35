package io.fusemount.core.cache;

import java.util.List;

import io.fusemount.core.block.ExtentRecord;

/**
 * The content of one version of a file that one cache leaves to the next.
 *
 * @param key the identification of the version
 * @param size the length of the content in bytes
 * @param extents its blocks on the disk
 */
record IndexedContent(CacheKey key, long size, List<ExtentRecord> extents) {

}
