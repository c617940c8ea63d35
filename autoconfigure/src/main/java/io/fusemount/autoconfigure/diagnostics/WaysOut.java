package io.fusemount.autoconfigure.diagnostics;

import java.util.List;

import io.fusemount.core.mount.MountException;

/**
 * The remedies for a filesystem that is not mounted.
 */
public final class WaysOut {

	private static final String CONTAINER = "In a container: start it with '--device /dev/fuse --cap-add SYS_ADMIN' "
			+ "(Docker with AppArmor also needs '--security-opt apparmor=unconfined').";

	private WaysOut() {
	}

	/**
	 * Returns the remedies, each as a sentence.
	 */
	public static List<String> of(MountException.Reason reason) {
		return switch (reason) {
			case NO_FUSE_DEVICE -> List.of("On a machine: load the kernel module with 'modprobe fuse'.", CONTAINER);
			case FUSE_DEVICE_DENIED -> List.of(
					"On a machine: give the user that runs the application read and write access to /dev/fuse.",
					"In a container: do the same on its host, because '--device /dev/fuse' keeps the mode of the device.");
			case NO_LIBFUSE -> List.of("On Debian up to 12 and Ubuntu up to 23.10: 'apt-get install libfuse2 fuse3'.",
					"On Debian from 13 and Ubuntu from 24.04 on: 'apt-get install libfuse2t64 fuse3'.",
					"On Fedora and RHEL: 'dnf install fuse-libs fuse'.", "On Arch: 'pacman -S fuse2'.",
					"On Alpine: 'apk add fuse'.",
					"On Linux, use the transport that does not need it: fusemount.transport=linux.");
			case NO_FUSERMOUNT ->
				List.of("On Debian and Ubuntu: 'apt-get install fuse3' (or fuse, where that is in use).",
						"On Fedora and RHEL: 'dnf install fuse3'.", "On Arch: 'pacman -S fuse3'.",
						"On Alpine: 'apk add fuse3'.");
			case NO_NATIVE_CODE -> List.of(
					"Set java.io.tmpdir to a writable directory that is not mounted with noexec: "
							+ "a native library is unpacked there.",
					"Use a JVM for the architecture of the machine, on Linux with glibc.");
			case MOUNT_POINT_MISSING -> List.of("Create the directory.",
					"Let the application create it: fusemount.create-mount-point=true.",
					"If the path is wrong, correct fusemount.mount-point; a relative path is resolved against the working "
							+ "directory.");
			case MOUNT_POINT_NOT_A_DIRECTORY -> List.of("Set fusemount.mount-point to an empty directory.");
			case MOUNT_POINT_NOT_EMPTY -> List.of(
					"Set fusemount.mount-point to an empty directory; the mount would hide the content of this one.",
					"Move the content of the directory elsewhere.");
			case MOUNT_POINT_IN_USE ->
				List.of("Stop the application that has mounted there, perhaps an earlier instance of this one.",
						"Unmount it with 'fusermount -u' or 'umount'; 'fuser -vm' shows the processes that use it.",
						"Set fusemount.mount-point to another directory.");
			case MOUNT_POINT_DENIED ->
				List.of("Make the user that runs the application the owner of the mount point ('chown').",
						"Set fusemount.mount-point to a directory of that user.");
			case ALLOW_OTHER_REFUSED -> List.of("Add the line 'user_allow_other' to /etc/fuse.conf.",
					"Allow no other users: fusemount.allow-other=false.", "Run the application as root.");
			case NOT_PERMITTED -> List.of("Restore fusermount as its package installs it: owned by root and setuid.",
					"In a systemd unit, remove NoNewPrivileges and, before systemd 257, the settings that imply it for a service "
							+ "with a user: SystemCallFilter, RestrictAddressFamilies, ProtectClock and others.",
					CONTAINER);
			case SPOOL_UNUSABLE -> List.of(
					"Set fusemount.spool.directory to a directory outside the mount that belongs to the user that runs "
							+ "the application, with mode 700; a missing directory is created that way.",
					"In a systemd unit: StateDirectory=NAME.",
					"In a container: mount a volume, and set fusemount.spool.directory to a directory in it.");
			case SPOOL_IN_USE -> List.of(
					"Stop the application that uses it, perhaps an earlier instance of this one; 'fuser -v' with the "
							+ "file 'lock' in the directory shows which.",
					"Let the application that uses it hand its mount over to this one: fusemount.takeover=always there.",
					"Give each application a fusemount.spool.directory of its own.",
					"In tests, several contexts are alive at once: give each a mount and a spool of its own.");
			case NOT_MOUNTED -> List.of("Mount it first, with the actuator endpoint 'fusemounts'.");
			case UNMOUNTED_BY_OTHERS, DISPLACED ->
				List.of("Mount it again with the actuator endpoint 'fusemounts', or restart the application.");
			case NOT_ANSWERING -> List.of("Check the log for an earlier error, and whether the database answers.");
			case OTHER -> List
				.of("Check the message of the kernel or of libfuse above this one ('dmesg' shows that of the kernel).");
		};
	}

}
