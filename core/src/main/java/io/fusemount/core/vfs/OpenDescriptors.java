package io.fusemount.core.vfs;

/**
 * The files that processes of this machine have open, as far as the transport can see.
 */
@FunctionalInterface
public interface OpenDescriptors {

	/** Sees no descriptors. */
	OpenDescriptors UNSEEN = (thread, inode) -> false;

	/**
	 * Whether a process has a descriptor that can write to a file; {@code false} if that
	 * cannot be determined. Never calls the filesystem itself.
	 * @param thread the process, or one of its threads
	 * @param inode the inode number of the file
	 */
	boolean canWrite(int thread, long inode);

}
