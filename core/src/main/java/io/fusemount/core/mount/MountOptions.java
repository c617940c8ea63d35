package io.fusemount.core.mount;

import java.nio.file.Path;

/**
 * How a filesystem is mounted.
 *
 * @param name the mount's name, as it stands in metrics and the mount table
 * @param mountPoint the directory it appears at
 * @param readOnly whether the kernel refuses every change
 * @param allowOther whether users other than the service's own may enter
 * @param defaultPermissions whether the kernel checks mode bits
 * @param workers how many operations are served at once, at the most
 * @param readers how many threads wait for requests at once, 0 for one per core
 */
public record MountOptions(String name, Path mountPoint, boolean readOnly, boolean allowOther,
		boolean defaultPermissions, int workers, int readers) {

	public MountOptions {
		mountPoint = mountPoint.toAbsolutePath().normalize();
	}

}
