/**
 * What the kernel is told without having asked.
 */
@NullMarked
package io.fusemount.transport.linux.notice;

import org.jspecify.annotations.NullMarked;
