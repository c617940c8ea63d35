package io.fusemount.autoconfigure.place;

import java.io.IOException;
import java.nio.file.Path;

import io.fusemount.autoconfigure.place.MountNamespace.Audience;
import io.fusemount.core.mountinfo.MountEntry;
import io.fusemount.core.mountinfo.PathWalk;
import io.fusemount.core.operation.Viewer;
import org.jspecify.annotations.Nullable;

/**
 * The visibility of a mount: a mount belongs to a mount namespace, and programs in others
 * find an empty directory unless the mount is propagated to them. The class reads tables
 * of the kernel and never accesses the mount.
 */
public final class Visibility {

	private static final String ROOT = "/";

	/** Shown to users in place of the directory on the server. */
	private static final String BELOW = "the filesystem below the mount point";

	private final Path place;

	private Visibility(Path place) {
		this.place = place;
	}

	/**
	 * Returns the visibility of a mount point at which this application has not mounted
	 * anything yet.
	 */
	public static Visibility of(Path mountPoint) {
		return new Visibility(PathWalk.unvisited(NearestDirectory.of(mountPoint)));
	}

	/**
	 * Returns a description of the processes that do not see the mount, the reason and
	 * the remedy, or {@code null} if none are known.
	 * @param viewer the reader of the description; users see the mount and not the disk
	 * of the server
	 */
	public @Nullable String limit(Viewer viewer) {
		return limit(false, viewer.all());
	}

	/**
	 * Returns the description if the limit is likely to be a mistake: a container without
	 * a shared directory keeps its mounts to itself.
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
					Only programs in this container see the mount: %s. \
					To let others see it, bind the directory above the mount point with rshared (in Kubernetes: \
					mountPropagation: Bidirectional)""".formatted(reason);
			case NAMESPACE -> """
					Nobody outside of this service sees the mount: it has a mount namespace of its own, in which %s. \
					In a systemd unit, remove PrivateTmp, ProtectSystem, ProtectHome, ReadWritePaths and whatever else \
					gives it one; in a container, bind the directory above the mount point with rshared"""
				.formatted(reason);
		};
	}

	private static String reason(MountEntry mount, boolean located) {
		String place = located ? mount.describe() : BELOW;
		if (mount.master() != null) {
			return place + " receives mounts from outside but does not pass its own on (a slave mount)";
		}
		return place + ((mount.peers() != null) ? " is not shared with the outside"
				: " does not pass mounts on (a private mount)");
	}

}
