package io.fusemount.core.mount;

import java.nio.file.Path;

/**
 * The options of a mount.
 *
 * @param name the name of the mount, as used in metrics and the mount table
 * @param mountPoint the directory at which the filesystem appears
 * @param readOnly whether the kernel refuses every change
 * @param allowOther whether users other than the user of the service have access
 * @param defaultPermissions whether the kernel checks mode bits
 * @param workers the maximum number of operations served at once
 * @param readers the number of threads that wait for requests at once, 0 for one per core
 */
public record MountOptions(String name, Path mountPoint, boolean readOnly, boolean allowOther,
		boolean defaultPermissions, int workers, int readers) {

	public MountOptions {
		mountPoint = mountPoint.toAbsolutePath().normalize();
	}

}
