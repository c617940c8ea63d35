package io.fusemount.autoconfigure.properties;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Checks that no two mounts share a name or a place.
 */
final class DistinctMounts {

	private DistinctMounts() {
	}

	/**
	 * Requires that each mount has its own name, mount point and spool.
	 * @throws MountConfigurationException if two mounts share one
	 */
	static void require(List<ConfiguredMount> mounts) {
		for (int i = 0; i < mounts.size(); i++) {
			for (int j = 0; j < i; j++) {
				requireNames(mounts.get(j), mounts.get(i));
				if (mounts.get(j).isMounted() && mounts.get(i).isMounted()) {
					requirePlaces(mounts.get(j), mounts.get(i));
				}
			}
		}
	}

	private static void requireNames(ConfiguredMount one, ConfiguredMount other) {
		if (one.name().equals(other.name())) {
			throw new MountConfigurationException("Two mounts are named '" + one.name() + "'",
					List.of("Choose another name for " + other.prefix() + ".",
							"Set fusemount.name, which is the name of the mount of fusemount.mount-point."));
		}
	}

	private static void requirePlaces(ConfiguredMount one, ConfiguredMount other) {
		require(one, "mount point", one.mountPoint(), other, "mount point", other.mountPoint(), ".mount-point");
		require(one, "spool directory", one.spool(), other, "spool directory", other.spool(), ".spool.directory");
		require(one, "mount point", one.mountPoint(), other, "spool directory", other.spool(), ".spool.directory");
		require(other, "mount point", other.mountPoint(), one, "spool directory", one.spool(), ".spool.directory");
	}

	private static void require(ConfiguredMount one, String onesKind, @Nullable Path ones, ConfiguredMount other,
			String othersKind, @Nullable Path others, String property) {
		if (ones == null || others == null) {
			return;
		}
		Path first = resolve(ones);
		Path second = resolve(others);
		if (first.startsWith(second) || second.startsWith(first)) {
			String words = first.equals(second) ? "is also the %3$s of '%4$s'" : first.startsWith(second)
					? "is above the %3$s %5$s of '%4$s'" : "is below the %3$s %5$s of '%4$s'";
			throw new MountConfigurationException(
					("The %1$s %2$s of '%6$s' " + words).formatted(othersKind, others, onesKind, one.name(), ones,
							other.name()),
					List.of("Set " + other.prefix() + property + " to a directory of its own.", "Set " + one.prefix()
							+ (onesKind.equals(othersKind) ? property : ".mount-point") + " to another one."));
		}
	}

	/**
	 * Resolves the parent only, because the directory itself may be a mount that does not
	 * answer.
	 */
	private static Path resolve(Path path) {
		Path parent = path.getParent();
		if (parent == null) {
			return path;
		}
		try {
			return parent.toRealPath().resolve(path.getFileName());
		}
		catch (IOException ex) {
			return resolve(parent).resolve(path.getFileName());
		}
	}

}
