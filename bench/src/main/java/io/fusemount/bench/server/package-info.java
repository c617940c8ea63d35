/**
 * Processes that have a filesystem mounted, and programs that use it.
 */
@NullMarked
package io.fusemount.bench.server;

import org.jspecify.annotations.NullMarked;
