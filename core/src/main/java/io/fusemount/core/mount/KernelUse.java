package io.fusemount.core.mount;

/**
 * What the kernel has of a mounted filesystem.
 *
 * @param nodes the number of files and directories that it knows, or more
 * @param passthroughOpens how often programs have opened a file that the kernel has read
 * by itself, without requests
 */
public record KernelUse(int nodes, long passthroughOpens) {

	/** For transports without a kernel, and those that do not know. */
	public static final KernelUse NONE = new KernelUse(0, 0);

}
