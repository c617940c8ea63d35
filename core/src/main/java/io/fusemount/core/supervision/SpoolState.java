package io.fusemount.core.supervision;

/**
 * The local disk space of a filesystem.
 *
 * @param directory where it is
 * @param freeBytes what its disk has room for
 * @param sizeBytes the size of its disk
 */
public record SpoolState(String directory, long freeBytes, long sizeBytes) {

}
