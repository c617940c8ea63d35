/**
 * The filesystem of nodes: puts the parts together and is what a transport calls.
 */
@NullMarked
package io.fusemount.core.filesystem;

import org.jspecify.annotations.NullMarked;
