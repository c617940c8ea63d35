package io.fusemount.autoconfigure.properties;

/**
 * Whether the kernel's requests come by io_uring.
 */
public enum IoUringChoice {

	/** Where the kernel offers it and provides the rings. */
	AUTO,

	/** Never: requests are read from the device. */
	OFF

}
