package io.fusemount.core.cache;

import java.util.List;

import io.fusemount.core.segment.Segment;

/**
 * What one cache leaves to the next of one version of a file.
 *
 * @param key what stands for the version
 * @param size the length of the content in bytes
 * @param segments what is there of it
 */
record IndexedContent(CacheKey key, long size, List<Segment> segments) {

}
