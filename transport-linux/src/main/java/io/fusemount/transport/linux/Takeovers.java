package io.fusemount.transport.linux;

import java.time.Duration;

/**
 * Whether mounts go from one process to the next.
 *
 * @param wanted whether they do where something holds the connections to the kernel
 * @param always whether they also go to a second process where nothing holds them, and
 * requests therefore come by {@code /dev/fuse}
 * @param timeout how long a process waits for the one that serves its mount to let go
 */
public record Takeovers(boolean wanted, boolean always, Duration timeout) {

	/** How long a process waits unless configured otherwise. */
	public static final Duration TIMEOUT = Duration.ofSeconds(60);

	/** Each process mounts anew. */
	public static final Takeovers NEVER = new Takeovers(false, false, TIMEOUT);

	/** Where something holds the connections. */
	public static final Takeovers WHERE_HELD = new Takeovers(true, false, TIMEOUT);

}
