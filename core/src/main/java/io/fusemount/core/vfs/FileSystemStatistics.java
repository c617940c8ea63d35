package io.fusemount.core.vfs;

/**
 * The answer to {@code statfs}.
 *
 * @param blockSize the unit of the two following counts, in bytes
 * @param blocks the size of the filesystem
 * @param freeBlocks the free blocks
 * @param files the largest number of files, 0 if there is no limit
 * @param freeFiles how many more files there can be
 * @param maxNameBytes the longest name in bytes
 */
public record FileSystemStatistics(int blockSize, long blocks, long freeBlocks, long files, long freeFiles,
		int maxNameBytes) {

}
