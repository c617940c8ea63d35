package io.fusemount.autoconfigure.place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.fusemount.core.mountinfo.MountEntry;
import io.fusemount.core.mountinfo.MountTable;
import org.jspecify.annotations.Nullable;

/**
 * The mount namespace of this process, as far as the process can tell it from others.
 *
 * @param mounts the mounts of the namespace
 * @param first the mounts that process 1 sees, {@code null} if they cannot be read
 * @param contained whether process 1 belongs to a container, so that nothing is known of
 * the machine outside
 */
record MountNamespace(MountTable mounts, @Nullable MountTable first, boolean contained) {

	/** The kernel's number of the first process namespace. */
	private static final String MACHINE = "pid:[4026531836]";

	static MountNamespace ofProcess() throws IOException {
		return new MountNamespace(MountTable.of("self"), tableOfFirst(),
				!Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString().equals(MACHINE));
	}

	/** With hidepid, or ProtectProc of systemd, process 1 is hidden. */
	private static @Nullable MountTable tableOfFirst() {
		try {
			return MountTable.of("1");
		}
		catch (IOException ex) {
			return null;
		}
	}

	/**
	 * Returns the mount that contains a place. A FUSE filesystem mounted exactly at the
	 * place is skipped, because it is the mount in question.
	 * @param place a directory without symbolic links
	 */
	@Nullable MountEntry below(Path place) {
		MountEntry closest = null;
		for (MountEntry entry : this.mounts.entries()) {
			if (entry.isAbove(place) && !(entry.isFuse() && entry.isAt(place))
					&& (closest == null || closest.isAbove(entry))) {
				closest = entry;
			}
		}
		return closest;
	}

	/**
	 * Returns the audience of a filesystem mounted on a mount of this namespace.
	 */
	Audience audience(MountEntry mount) {
		boolean outward = mount.peers() != null && mount.master() == null;
		if (this.first == null) {
			return (mount.master() != null) ? Audience.NAMESPACE : Audience.UNLIMITED;
		}
		if (this.first.find(mount.id()) != null) {
			return (!this.contained || outward) ? Audience.UNLIMITED : Audience.CONTAINER;
		}
		if (hears(this.first, mount) || (this.contained && outward)) {
			return Audience.UNLIMITED;
		}
		return Audience.NAMESPACE;
	}

	/** Whether a table receives the mounts made on a mount of another one. */
	private static boolean hears(MountTable table, MountEntry mount) {
		return mount.peers() != null && table.entries()
			.stream()
			.anyMatch((entry) -> mount.peers().equals(entry.peers()) || mount.peers().equals(entry.master()));
	}

	/** The processes that see a mount. */
	enum Audience {

		/** No process is known that does not see the mount. */
		UNLIMITED,

		/** Only the programs in the container of this process. */
		CONTAINER,

		/** Only the programs in the mount namespace of this process. */
		NAMESPACE

	}

}
