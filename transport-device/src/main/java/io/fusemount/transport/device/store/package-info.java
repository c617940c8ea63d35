/**
 * The store that keeps descriptors for the next process of the application.
 */
@NullMarked
package io.fusemount.transport.device.store;

import org.jspecify.annotations.NullMarked;
