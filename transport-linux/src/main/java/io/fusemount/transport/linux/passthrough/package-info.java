/**
 * Local files that the kernel reads by itself, without requests.
 */
@NullMarked
package io.fusemount.transport.linux.passthrough;

import org.jspecify.annotations.NullMarked;
