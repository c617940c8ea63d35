package io.fusemount.transport.device;

import io.fusemount.core.mount.MountOptions;

/**
 * The options of a mount in the form of {@code mount -o}.
 */
final class MountText {

	private MountText() {
	}

	/**
	 * Returns the options, with the helper kept running to unmount when the process dies.
	 */
	static String of(MountOptions options) {
		StringBuilder text = new StringBuilder(options.readOnly() ? "ro" : "rw");
		// A comma would end the value.
		String name = options.name().replace("\\", "\\\\").replace(",", "\\,");
		text.append(",auto_unmount,subtype=fusemount,fsname=fusemount:").append(name);
		if (options.allowOther()) {
			text.append(",allow_other");
		}
		if (options.defaultPermissions()) {
			text.append(",default_permissions");
		}
		return text.toString();
	}

}
