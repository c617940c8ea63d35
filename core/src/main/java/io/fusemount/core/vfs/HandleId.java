package io.fusemount.core.vfs;

/**
 * The number by which a transport names an open file or directory.
 *
 * @param value the number, never 0
 */
public record HandleId(long value) {

}
