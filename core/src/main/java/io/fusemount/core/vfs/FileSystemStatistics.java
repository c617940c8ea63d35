package io.fusemount.core.vfs;

/**
 * What {@code statfs} answers.
 *
 * @param blockSize the unit of the two figures that follow, in bytes
 * @param blocks the size of the filesystem
 * @param freeBlocks what can still be written
 * @param maxNameBytes the longest name in bytes
 */
public record FileSystemStatistics(int blockSize, long blocks, long freeBlocks, int maxNameBytes) {

}
