/**
 * What can be seen of the programs that ask.
 */
@NullMarked
package io.fusemount.transport.device.process;

import org.jspecify.annotations.NullMarked;
