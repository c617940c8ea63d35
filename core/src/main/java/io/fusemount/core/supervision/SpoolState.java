package io.fusemount.core.supervision;

/**
 * The local disk space of a filesystem.
 *
 * @param directory the directory
 * @param freeBytes the free space on its disk
 * @param sizeBytes the size of its disk
 */
public record SpoolState(String directory, long freeBytes, long sizeBytes) {

}
