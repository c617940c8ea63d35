package io.fusemount.transport.jnr.libfuse;

import jnr.ffi.annotations.Delegate;
import jnr.ffi.types.size_t;

/**
 * The function of a channel that sends an answer. Public because JNR calls it from a
 * class loader of its own.
 */
@FunctionalInterface
public interface ChannelSend {

	/**
	 * Sends an answer.
	 * @param vector address of an array of {@code struct iovec}
	 * @return 0 or a negative error number
	 */
	@Delegate
	int send(@size_t long channel, @size_t long vector, @size_t long count);

}
