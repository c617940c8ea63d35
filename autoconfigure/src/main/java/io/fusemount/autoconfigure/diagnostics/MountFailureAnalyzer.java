package io.fusemount.autoconfigure.diagnostics;

import io.fusemount.core.mount.MountException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains why the filesystem could not be mounted and what to do about it.
 */
final class MountFailureAnalyzer extends AbstractFailureAnalyzer<MountException> {

	private static final String GO_WITHOUT = """
			To start without the filesystem and mount it later by the actuator endpoint 'fusemounts', set \
			fusemount.fail-fast=false. To do without it, set fusemount.enabled=false.""";

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, MountException cause) {
		String description = "The filesystem could not be mounted: " + withFullStop(cause.getMessage());
		return new FailureAnalysis(description, consider(ways(cause.reason())), cause);
	}

	private static String withFullStop(@Nullable String message) {
		if (message == null) {
			return "no reason was given.";
		}
		return message.endsWith(".") ? message : message + ".";
	}

	private static String consider(String ways) {
		return "Consider the following:\n\n"
				+ ("- " + ways + GO_WITHOUT).replace("\n", "\n- ").indent(2).stripTrailing();
	}

	/** One way per line, each line ended. */
	private static String ways(MountException.Reason reason) {
		return switch (reason) {
			case NO_FUSE_DEVICE ->
				"""
						On a machine: load the kernel module with 'modprobe fuse'.
						In a container: start it with '--device /dev/fuse --cap-add SYS_ADMIN' (Docker with AppArmor also needs \
						'--security-opt apparmor=unconfined').
						If /dev/fuse exists, let the user that runs the application read and write it.
						""";
			case NO_LIBFUSE -> """
					Install libfuse 2: 'apt-get install libfuse2' on Debian and Ubuntu up to 23.10, 'apt-get install \
					libfuse2t64' on newer ones, 'dnf install fuse-libs' on Fedora and RHEL, 'apk add fuse' on Alpine.
					""";
			case MOUNT_POINT_MISSING ->
				"""
						Create the directory.
						Let the application create it: fusemount.create-mount-point=true.
						If the path is wrong, correct fusemount.mount-point; a relative path starts at the working directory.
						""";
			case MOUNT_POINT_NOT_A_DIRECTORY -> """
					Set fusemount.mount-point to an empty directory.
					""";
			case MOUNT_POINT_NOT_EMPTY -> """
					Set fusemount.mount-point to an empty directory; the mount would hide what is in this one.
					Move the content of the directory away.
					""";
			case MOUNT_POINT_IN_USE -> """
					Stop the application that has mounted there, perhaps an earlier instance of this one.
					Unmount it with 'fusermount -u' or 'umount'; 'fuser -vm' shows who uses it.
					Set fusemount.mount-point to another directory.
					""";
			case NOT_PERMITTED ->
				"""
						Let the user that runs the application own the mount point and write to it.
						Install fusermount (package 'fuse3' or 'fuse'), with which users other than root mount.
						With fusemount.allow-other=true and a user other than root, add the line 'user_allow_other' to \
						/etc/fuse.conf.
						In a container: start it with '--device /dev/fuse --cap-add SYS_ADMIN' (Docker with AppArmor also needs \
						'--security-opt apparmor=unconfined').
						""";
			case NOT_ANSWERING -> """
					Look for an earlier error in the log, and for a database that does not answer.
					""";
			case OTHER ->
				"""
						Look at the message of libfuse or the kernel that stands above this one ('dmesg' shows the kernel's).
						""";
		};
	}

}
