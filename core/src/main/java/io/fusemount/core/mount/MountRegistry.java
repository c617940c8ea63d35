package io.fusemount.core.mount;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The mounts of an application by name.
 */
public final class MountRegistry {

	private final Map<String, Mount> mounts = new LinkedHashMap<>();

	public MountRegistry(Collection<Mount> mounts) {
		for (Mount mount : mounts) {
			if (this.mounts.putIfAbsent(mount.options().name(), mount) != null) {
				throw new IllegalArgumentException("Two mounts are named '" + mount.options().name() + "'");
			}
		}
	}

	/**
	 * Returns all mounts, mounted or not.
	 */
	public List<Mount> mounts() {
		return List.copyOf(this.mounts.values());
	}

	/**
	 * Returns the mount of this name, or {@code null}.
	 */
	public @Nullable Mount find(String name) {
		return this.mounts.get(name);
	}

}
