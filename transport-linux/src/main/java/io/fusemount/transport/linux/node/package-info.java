/**
 * The kernel's knowledge: the nodes that it has numbers for, what it was told about each,
 * and which of them are open.
 */
@NullMarked
package io.fusemount.transport.linux.node;

import org.jspecify.annotations.NullMarked;
