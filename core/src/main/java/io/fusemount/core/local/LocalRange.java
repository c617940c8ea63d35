package io.fusemount.core.local;

/**
 * Bytes in a file of the local disk. They never change, but the file may be dropped at
 * any time.
 *
 * @param position offset of the first byte in the file
 * @param length the number of bytes
 */
public record LocalRange(LocalFile file, long position, int length) {

}
