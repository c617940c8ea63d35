package io.fusemount.transport.linux.node;

import io.fusemount.core.vfs.FileStatus;

/**
 * What the kernel is told of a node.
 *
 * @param node the node
 * @param status its attributes
 * @param nameNanos how long its name may be taken to stand for it
 * @param nanos how long the attributes may be taken for true
 */
public record Entry(KernelNode node, FileStatus status, long nameNanos, long nanos) {

}
