package io.fusemount.core.node;

import java.nio.ByteBuffer;

/**
 * A small file with its whole content.
 *
 * @param file the file, with the true length of its content
 * @param content the bytes, from the buffer's position to its limit
 * @param named whether the file is known to be still in the directory under the same name
 */
public record SmallFile(RegularFile file, ByteBuffer content, boolean named) {

}
