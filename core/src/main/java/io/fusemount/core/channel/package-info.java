/**
 * Local files that are opened when they are used, of which only so many stay open.
 */
@NullMarked
package io.fusemount.core.channel;

import org.jspecify.annotations.NullMarked;
