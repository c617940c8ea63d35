package io.fusemount.core.local;

/**
 * A range of bytes in a file of the local disk. The bytes never change, but the file may
 * be dropped at any time.
 *
 * @param position the offset of the first byte in the file
 * @param length the number of bytes
 */
public record LocalRange(LocalFile file, long position, int length) {

}
