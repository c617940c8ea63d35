package io.fusemount.autoconfigure.properties;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * A configured mount.
 *
 * @param name the name
 * @param prefix the prefix of the mount's own properties, without a dot at the end
 * @param properties the properties of the mount, including inherited ones
 */
public record ConfiguredMount(String name, String prefix, MountProperties properties) {

	/**
	 * Returns whether the mount has a mount point. An empty one leaves the mount out.
	 */
	boolean isMounted() {
		return StringUtils.hasText(this.properties.mountPoint());
	}

	/**
	 * Returns the absolute mount point.
	 */
	public Path mountPoint() {
		return absolute(String.valueOf(this.properties.mountPoint()));
	}

	/** Returns the absolute spool directory, or {@code null} if none is set. */
	@Nullable Path spool() {
		String directory = this.properties.spool().directory();
		return StringUtils.hasText(directory) ? absolute(directory) : null;
	}

	private static Path absolute(String path) {
		return Path.of(path).toAbsolutePath().normalize();
	}

}
