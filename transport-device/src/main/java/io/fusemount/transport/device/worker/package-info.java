/**
 * The bounded pool of threads that read requests and serve them.
 */
@NullMarked
package io.fusemount.transport.device.worker;

import org.jspecify.annotations.NullMarked;
