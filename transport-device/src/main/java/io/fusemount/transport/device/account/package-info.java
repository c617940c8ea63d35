/**
 * The users of the machine.
 */
@NullMarked
package io.fusemount.transport.device.account;

import org.jspecify.annotations.NullMarked;
