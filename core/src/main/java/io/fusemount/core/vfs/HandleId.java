package io.fusemount.core.vfs;

/**
 * The number that identifies an open file or directory to a transport.
 *
 * @param value the number, never 0
 */
public record HandleId(long value) {

}
