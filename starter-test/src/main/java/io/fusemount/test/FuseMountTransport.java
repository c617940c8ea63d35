package io.fusemount.test;

/**
 * How a test accesses the files of a mount.
 */
public enum FuseMountTransport {

	/** Through the kernel, or in memory on a machine that cannot mount. */
	ANY,

	/** Through the kernel; otherwise the application does not start. */
	KERNEL,

	/** In memory, only through {@link FuseMountFiles}. */
	MEMORY

}
