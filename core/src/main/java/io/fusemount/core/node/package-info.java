/**
 * What a directory or file provides: the interfaces that a source of files implements.
 */
@NullMarked
package io.fusemount.core.node;

import org.jspecify.annotations.NullMarked;
