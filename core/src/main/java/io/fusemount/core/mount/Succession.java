package io.fusemount.core.mount;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A mount, as another process of the application sees it that asks for it.
 */
public interface Succession {

	/**
	 * Leaves the mount to the process that asks, which has the connection to the kernel
	 * from then on.
	 * @param process the process
	 * @param timeout how long to wait for operations in progress
	 * @return why the mount was not left, in words; {@code null} if it was
	 */
	@Nullable String leave(long process, Duration timeout);

	/**
	 * Serves the mount again, because the other process has not taken it or gives it
	 * back. The transport {@linkplain Transport#inherit inherits} it.
	 * @return whether it is served; if not, nothing will serve it
	 */
	boolean resume();

}
