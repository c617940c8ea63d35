/**
 * Local files that are opened on use, with a limited number kept open.
 */
@NullMarked
package io.fusemount.core.channel;

import org.jspecify.annotations.NullMarked;
