package io.fusemount.autoconfigure.properties;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * A mount that the configuration asks for.
 *
 * @param name its name
 * @param prefix what its own properties begin with, without a dot at the end
 * @param properties its properties, its own and those of all mounts
 */
public record ConfiguredMount(String name, String prefix, MountProperties properties) {

	/**
	 * Returns whether it has a mount point: an empty one lets a mount be left out.
	 */
	boolean isMounted() {
		return StringUtils.hasText(this.properties.mountPoint());
	}

	/**
	 * Returns the mount point, absolute.
	 */
	public Path mountPoint() {
		return absolute(String.valueOf(this.properties.mountPoint()));
	}

	/** Returns the spool directory, absolute, or {@code null} if none is set. */
	@Nullable Path spool() {
		String directory = this.properties.spool().directory();
		return StringUtils.hasText(directory) ? absolute(directory) : null;
	}

	private static Path absolute(String path) {
		return Path.of(path).toAbsolutePath().normalize();
	}

}
