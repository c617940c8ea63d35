package io.fusemount.autoconfigure.properties;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import io.fusemount.core.mount.MountPlan;
import io.fusemount.core.mount.UnknownMountException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.StringUtils;

/**
 * The configured mounts: that of {@code fusemount.mount-point}, and those below {@code
 * fusemount.mounts}.
 */
public final class ConfiguredMounts implements MountPlan {

	private final List<ConfiguredMount> all;

	private final MountProperties defaults;

	private final @Nullable ConfiguredMount usual;

	private ConfiguredMounts(List<ConfiguredMount> all, MountProperties defaults, @Nullable ConfiguredMount usual) {
		this.all = all;
		this.defaults = defaults;
		this.usual = usual;
	}

	/**
	 * Returns the mounts.
	 * @param common the properties shared by all mounts
	 * @param defaults the properties of the mount without a prefix of its own, which are
	 * the defaults of the others
	 * @throws MountConfigurationException if mounts conflict
	 */
	public static ConfiguredMounts of(FuseMountProperties common, MountProperties defaults,
			ConfigurableEnvironment environment) {
		List<ConfiguredMount> all = new ArrayList<>();
		if (defaults.mountPoint() != null) {
			all.add(new ConfiguredMount(common.name(), "fusemount", defaults));
		}
		ConfiguredMount unprefixed = all.isEmpty() ? null : all.get(0);
		all.addAll(new MountBinder(environment).bind());
		DistinctMounts.require(all);
		return new ConfiguredMounts(List.copyOf(all), defaults,
				(unprefixed == null && all.size() == 1) ? all.get(0) : unprefixed);
	}

	/**
	 * Returns whether any mount has a mount point. Can be called before there are beans.
	 */
	public static boolean areIn(ConfigurableEnvironment environment) {
		return StringUtils.hasText(environment.getProperty("fusemount.mount-point"))
				|| new MountBinder(environment).hasMountPoint();
	}

	/**
	 * Returns the prefixes of the mounts with a name of their own. Can be called before
	 * there are beans.
	 */
	public static List<String> prefixesIn(ConfigurableEnvironment environment) {
		return new MountBinder(environment).prefixes().stream().map(ConfigurationPropertyName::toString).toList();
	}

	/**
	 * Returns the mounts that have a mount point.
	 */
	public List<ConfiguredMount> mounted() {
		return this.all.stream().filter(ConfiguredMount::isMounted).toList();
	}

	/**
	 * Returns the properties of a mount. A mount created by the application itself has
	 * the defaults.
	 */
	public MountProperties properties(String name) {
		ConfiguredMount mount = get(name);
		return (mount != null) ? mount.properties() : this.defaults;
	}

	@Override
	public @Nullable String find(String named) {
		ConfiguredMount mount = named.isEmpty() ? this.usual : get(named);
		if (mount == null) {
			throw unknown(named);
		}
		return mount.isMounted() ? mount.name() : null;
	}

	@Override
	public boolean isReadOnly(String name) {
		return properties(name).readOnly();
	}

	private @Nullable ConfiguredMount get(String name) {
		return this.all.stream().filter((mount) -> mount.name().equals(name)).findFirst().orElse(null);
	}

	private UnknownMountException unknown(String named) {
		String names = this.all.stream().map((mount) -> "'" + mount.name() + "'").collect(Collectors.joining(", "));
		String example = "@FuseMount(mount = \"" + (this.all.isEmpty() ? named : this.all.get(0).name()) + "\")";
		if (named.isEmpty()) {
			return new UnknownMountException("it names no mount, and there are several: " + names,
					"Name one, " + example + ", or set fusemount.mount-point for directories that name none");
		}
		return new UnknownMountException("there is no mount '" + named + "', only " + names,
				"Set fusemount.mounts." + named + ".mount-point, or name an existing one: " + example);
	}

}
