package io.fusemount.test;

/**
 * How a test comes to the files of a mount.
 */
public enum FuseMountTransport {

	/** Through the kernel, and in memory on a machine that cannot mount. */
	ANY,

	/** Through the kernel, or the application does not start. */
	KERNEL,

	/** In memory, by {@link FuseMountFiles} alone. */
	MEMORY

}
