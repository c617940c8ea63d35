package io.fusemount.autoconfigure.place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.fusemount.autoconfigure.place.MountTable.Entry;
import org.jspecify.annotations.Nullable;

/**
 * The mount namespace of this process, as far as the process can tell it from others.
 *
 * @param mounts what is mounted in it
 * @param first what process 1 sees, {@code null} if that may not be read
 * @param contained whether process 1 is that of a container, so that nothing is known of
 * the machine outside
 */
record MountNamespace(MountTable mounts, @Nullable MountTable first, boolean contained) {

	/** The kernel gives this number to the first namespace of processes. */
	private static final String MACHINE = "pid:[4026531836]";

	static MountNamespace ofProcess() throws IOException {
		return new MountNamespace(MountTable.of("self"), tableOfFirst(),
				!Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString().equals(MACHINE));
	}

	/** With hidepid, or ProtectProc of systemd, there is no such process. */
	private static @Nullable MountTable tableOfFirst() {
		try {
			return MountTable.of("1");
		}
		catch (IOException ex) {
			return null;
		}
	}

	/**
	 * Returns who sees what is mounted on a mount of this namespace.
	 */
	Audience audience(Entry mount) {
		boolean outward = mount.peers() != null && mount.master() == null;
		if (this.first == null) {
			return (mount.master() != null) ? Audience.NAMESPACE : Audience.UNLIMITED;
		}
		if (this.first.has(mount)) {
			return (!this.contained || outward) ? Audience.UNLIMITED : Audience.CONTAINER;
		}
		if (this.first.hears(mount) || (this.contained && outward)) {
			return Audience.UNLIMITED;
		}
		return Audience.NAMESPACE;
	}

	/** Who sees a mount. */
	enum Audience {

		/** Nobody is known who does not. */
		UNLIMITED,

		/** Only the programs in the container of this process. */
		CONTAINER,

		/** Only the programs in the mount namespace of this process. */
		NAMESPACE

	}

}
