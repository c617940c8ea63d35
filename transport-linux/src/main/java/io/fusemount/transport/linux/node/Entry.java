package io.fusemount.transport.linux.node;

import io.fusemount.core.vfs.FileStatus;

/**
 * The attributes of a node as the kernel receives them.
 *
 * @param node the node
 * @param status its attributes
 * @param nameNanos how long the kernel may trust that its name stands for the node
 * @param nanos how long the kernel may trust the attributes
 */
public record Entry(KernelNode node, FileStatus status, long nameNanos, long nanos) {

}
