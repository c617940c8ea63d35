package io.fusemount.core.vfs;

/**
 * The answer to {@code statfs}.
 *
 * @param blockSize the unit of the two following counts, in bytes
 * @param blocks the size of the filesystem
 * @param freeBlocks the free blocks
 * @param maxNameBytes the longest name in bytes
 */
public record FileSystemStatistics(int blockSize, long blocks, long freeBlocks, int maxNameBytes) {

}
