/**
 * Processes that have something mounted, and programs that read it.
 */
@NullMarked
package io.fusemount.bench.server;

import org.jspecify.annotations.NullMarked;
