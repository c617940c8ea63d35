/**
 * Entries in the mount table: made and taken away, with what can be wrong with a place.
 */
@NullMarked
package io.fusemount.transport.device.mount;

import org.jspecify.annotations.NullMarked;
