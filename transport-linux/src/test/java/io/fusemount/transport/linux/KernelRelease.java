package io.fusemount.transport.linux;

/**
 * The release of the kernel that tests run on.
 */
final class KernelRelease {

	private KernelRelease() {
	}

	static boolean isSince(int major, int minor) {
		String[] release = System.getProperty("os.version").split("[^0-9]+");
		int known = Integer.parseInt(release[0]);
		return known > major || known == major && Integer.parseInt(release[1]) >= minor;
	}

}
