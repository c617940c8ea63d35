package io.fusemount.autoconfigure.place;

import java.io.IOException;
import java.nio.file.Path;

import io.fusemount.autoconfigure.place.MountNamespace.Audience;
import io.fusemount.core.mountinfo.MountEntry;
import io.fusemount.core.operation.Viewer;
import org.jspecify.annotations.Nullable;

/**
 * Who sees what is mounted at a mount point: a mount belongs to a mount namespace, and
 * programs in others find an empty directory unless the mount is passed on. It reads
 * tables of the kernel and never looks at the mount.
 */
public final class Visibility {

	private static final String ROOT = "/";

	/** What users are told instead of the directory where the server has it. */
	private static final String BELOW = "the filesystem below the mount point";

	private final Path place;

	private Visibility(Path place) {
		this.place = place;
	}

	/**
	 * Returns the visibility of a mount point at which nothing of this application is
	 * mounted yet.
	 */
	public static Visibility of(Path mountPoint) {
		Path place = NearestDirectory.of(mountPoint);
		try {
			return new Visibility(place.toRealPath());
		}
		catch (IOException ex) {
			// Mounting tells what is wrong with it.
			return new Visibility(place);
		}
	}

	/**
	 * Returns in words who does not see what is mounted there, why and what helps, or
	 * {@code null} if nobody is known who does not.
	 * @param viewer who is told; users see the mount and not the disk of the server
	 */
	public @Nullable String limit(Viewer viewer) {
		return limit(false, viewer.all());
	}

	/**
	 * Returns the same if it is likely to be a mistake: a container to which no directory
	 * was given has its mounts for itself.
	 */
	@Nullable String mistake() {
		return limit(true, true);
	}

	private @Nullable String limit(boolean mistakesOnly, boolean located) {
		try {
			MountNamespace namespace = MountNamespace.ofProcess();
			MountEntry mount = namespace.below(this.place);
			if (mount == null) {
				return null;
			}
			Audience audience = namespace.audience(mount);
			boolean meant = audience == Audience.CONTAINER && mount.mountPoint().equals(ROOT);
			return (mistakesOnly && meant) ? null : limit(audience, reason(mount, located));
		}
		catch (IOException ex) {
			return null;
		}
	}

	private static @Nullable String limit(Audience audience, String reason) {
		return switch (audience) {
			case UNLIMITED -> null;
			case CONTAINER -> """
					Only programs in this container see what is mounted: %s. \
					If others are to see it, bind the directory above the mount point with rshared (in Kubernetes: \
					mountPropagation: Bidirectional)""".formatted(reason);
			case NAMESPACE ->
				"""
						Nobody outside of this service sees what is mounted: it has a mount namespace of its own, in which %s. \
						In a unit of systemd, leave out PrivateTmp, ProtectSystem, ProtectHome, ReadWritePaths and what else \
						gives it one; in a container, bind the directory above the mount point with rshared"""
					.formatted(reason);
		};
	}

	private static String reason(MountEntry mount, boolean located) {
		String place = located ? mount.describe() : BELOW;
		if (mount.master() != null) {
			return place + " gets mounts from outside and gives none back (a slave mount)";
		}
		return place + ((mount.peers() != null) ? " is shared with nobody outside"
				: " gives no mounts to others (a private mount)");
	}

}
