package io.fusemount.transport.device.store;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

/**
 * Descriptors that outlive the process: those that the process before has left, and those
 * that are kept for the next one.
 */
public interface DescriptorStore {

	/**
	 * Returns the store of this process, which is that of its service manager.
	 * Descriptors are inherited once per process, so all mounts share it.
	 */
	static DescriptorStore ofProcess() {
		return OfProcess.STORE;
	}

	/**
	 * Whether somebody keeps descriptors for the next process, as far as is known.
	 */
	boolean isThere();

	/**
	 * Returns a descriptor that the process before has left. It is returned once, and
	 * belongs to the caller; the store keeps another one until it is
	 * {@linkplain #remove(String) removed}. If several have the same name, each call
	 * returns the next.
	 * @param name the name, which begins with {@code fusemount-}
	 * @return the descriptor, {@code null} if there is none
	 */
	@Nullable Integer take(String name);

	/**
	 * Closes the descriptors that nobody has taken, and removes them: those of mounts
	 * that are not configured any more, on which programs would wait for ever.
	 */
	void abandon();

	/**
	 * Leaves a descriptor to the next process. Another one that was left under the same
	 * name before may stay as well, so it must be {@linkplain #remove(String) removed}
	 * first.
	 * @param name the name, which begins with {@code fusemount-}
	 * @param descriptor the descriptor, which stays the caller's
	 * @throws IOException if the store cannot be reached, in words
	 */
	void keep(String name, int descriptor) throws IOException;

	/**
	 * Lets the store close the descriptors of a name.
	 * @throws IOException if the store cannot be reached, in words
	 */
	void remove(String name) throws IOException;

}
