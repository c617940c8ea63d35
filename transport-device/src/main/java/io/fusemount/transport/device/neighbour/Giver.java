package io.fusemount.transport.device.neighbour;

import io.fusemount.core.mount.Succession;

/**
 * What becomes of a mount here that was left to another process.
 */
public interface Giver {

	/**
	 * The other process has the mount, and the only one that needs to be held for it.
	 */
	void given();

	/**
	 * The other process has not taken the mount, has given it back, or has died before it
	 * was to keep it.
	 * @param descriptors belong to this method; those of a process that has died while it
	 * served the mount have its memory
	 */
	void takeBack(MountDescriptors descriptors, Succession mount);

}
