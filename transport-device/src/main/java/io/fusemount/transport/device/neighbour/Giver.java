package io.fusemount.transport.device.neighbour;

import io.fusemount.core.mount.Succession;
import org.jspecify.annotations.Nullable;

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
	 * @param device the open device, which belongs to this method
	 * @param helper the socket whose end the helper waits for, which belongs to this
	 * method; {@code null} if the mount has no helper
	 */
	void takeBack(int device, @Nullable Integer helper, Succession mount);

}
