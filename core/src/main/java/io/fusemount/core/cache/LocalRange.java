package io.fusemount.core.cache;

import java.nio.file.Path;

/**
 * Bytes in a file of the local disk. They never change, but the file may be deleted at
 * any time.
 *
 * @param file the file, whose name is never used again
 * @param position offset of the first byte in it
 * @param length the number of bytes
 */
public record LocalRange(Path file, long position, int length) {

}
