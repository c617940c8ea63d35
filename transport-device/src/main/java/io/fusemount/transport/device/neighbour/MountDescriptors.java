package io.fusemount.transport.device.neighbour;

import io.fusemount.transport.device.libc.Native;
import org.jspecify.annotations.Nullable;

/**
 * The descriptors that a process needs to serve a mount which another one has served.
 * They belong to whoever has this.
 *
 * @param device the open device
 * @param helper the socket whose end the helper waits for, {@code null} if the mount has
 * no helper
 * @param memory what the other process has written down for the case that it crashes,
 * {@code null} if it has not
 */
public record MountDescriptors(int device, @Nullable Integer helper, @Nullable Integer memory) {

	private static final int F_DUPFD_CLOEXEC = 1030;

	/**
	 * Copies the descriptors of a mount that is served here.
	 * @param helper the socket, -1 if there is none
	 * @return the copies, {@code null} if this process has no descriptor left
	 */
	static @Nullable MountDescriptors copy(int device, int helper) {
		int first = (helper >= 0) ? copy(helper) : -1;
		int second = copy(device);
		if (second >= 0 && (first >= 0 || helper < 0)) {
			return new MountDescriptors(second, (first >= 0) ? first : null, null);
		}
		close(second);
		close(first);
		return null;
	}

	private static int copy(int descriptor) {
		return Native.libc().fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
	}

	/** Returns the same with other memory, in place of which the own one is closed. */
	MountDescriptors withMemory(@Nullable Integer other) {
		close(this.memory);
		return new MountDescriptors(this.device, this.helper, other);
	}

	/** Closes them all. */
	void close() {
		close(this.device);
		close(this.helper);
		close(this.memory);
	}

	static void close(@Nullable Integer descriptor) {
		if (descriptor != null && descriptor >= 0) {
			Native.libc().close(descriptor);
		}
	}

}
