/**
 * Notifications to the kernel.
 */
@NullMarked
package io.fusemount.transport.linux.notice;

import org.jspecify.annotations.NullMarked;
