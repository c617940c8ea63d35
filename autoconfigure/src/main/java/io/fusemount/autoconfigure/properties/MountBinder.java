package io.fusemount.autoconfigure.properties;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.StringUtils;

/**
 * Binds the mounts below {@code fusemount.mounts}. Properties that a mount does not set
 * are inherited from {@code fusemount}.
 */
final class MountBinder {

	private static final ConfigurationPropertyName DEFAULTS = ConfigurationPropertyName.of("fusemount");

	private static final ConfigurationPropertyName MOUNTS = DEFAULTS.append("mounts");

	private static final String MOUNT_POINT = "mount-point";

	private final List<ConfigurationPropertySource> sources = new ArrayList<>();

	private final PropertySourcesPlaceholdersResolver placeholders;

	MountBinder(ConfigurableEnvironment environment) {
		ConfigurationPropertySources.from(environment.getPropertySources()).forEach(this.sources::add);
		this.placeholders = new PropertySourcesPlaceholdersResolver(environment);
	}

	/**
	 * Returns the mounts that have a prefix of their own.
	 * @throws MountConfigurationException if one has no mount point
	 */
	List<ConfiguredMount> bind() {
		return prefixes().stream().map(this::bind).toList();
	}

	/**
	 * Returns whether any of the mounts has a mount point.
	 */
	boolean hasMountPoint() {
		Binder binder = new Binder(this.sources, this.placeholders);
		return prefixes().stream()
			.anyMatch((prefix) -> StringUtils
				.hasText(binder.bind(prefix.append(MOUNT_POINT), Bindable.of(String.class)).orElse("")));
	}

	private ConfiguredMount bind(ConfigurationPropertyName prefix) {
		String name = prefix.getLastElement(Form.ORIGINAL);
		FuseMountProperties.requireName(prefix.toString(), name);
		List<ConfigurationPropertySource> withDefaults = new ArrayList<>(this.sources);
		this.sources.forEach((source) -> withDefaults.add(new InheritedProperties(source, prefix, DEFAULTS)));
		MountProperties properties = bind(prefix, new Binder(withDefaults, this.placeholders));
		if (properties.mountPoint() == null) {
			throw new MountConfigurationException("The mount '" + name + "' has no mount point",
					List.of("Set " + prefix + ".mount-point; an empty value leaves the mount out."));
		}
		return new ConfiguredMount(name, prefix.toString(), properties);
	}

	private MountProperties bind(ConfigurationPropertyName prefix, Binder binder) {
		try {
			return binder.bindOrCreate(prefix.toString(), Bindable.of(MountProperties.class));
		}
		catch (BindException ex) {
			if (NestedExceptionUtils.getRootCause(ex) instanceof InvalidConfigurationPropertyValueException invalid) {
				throw named(invalid, prefix);
			}
			throw ex;
		}
	}

	/**
	 * Replaces the shared name of a property in a failure with its name for the mount.
	 */
	private InvalidConfigurationPropertyValueException named(InvalidConfigurationPropertyValueException invalid,
			ConfigurationPropertyName prefix) {
		ConfigurationPropertyName own = prefix.append(ConfigurationPropertyName.of(invalid.getName()).subName(1));
		boolean isOwn = this.sources.stream().anyMatch((source) -> source.getConfigurationProperty(own) != null);
		return isOwn ? new InvalidConfigurationPropertyValueException(own.toString(), invalid.getValue(),
				String.valueOf(invalid.getReason())) : invalid;
	}

	/**
	 * Returns the prefixes of the mounts.
	 */
	Set<ConfigurationPropertyName> prefixes() {
		Set<ConfigurationPropertyName> prefixes = new LinkedHashSet<>();
		// Names in files come first, because variables do not preserve the spelling of a
		// name.
		this.sources.stream().filter((source) -> !isVariables(source)).flatMap(this::prefixes).forEach(prefixes::add);
		this.sources.stream()
			.filter(MountBinder::isVariables)
			.flatMap((source) -> prefixes(source)
				.filter((prefix) -> source.getConfigurationProperty(prefix.append(MOUNT_POINT)) != null))
			.forEach(prefixes::add);
		return prefixes;
	}

	/** Orchestrators create variables from the names of services. */
	private static boolean isVariables(ConfigurationPropertySource source) {
		return source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
	}

	private Stream<ConfigurationPropertyName> prefixes(ConfigurationPropertySource source) {
		int length = MOUNTS.getNumberOfElements() + 1;
		return (source instanceof IterableConfigurationPropertySource names) ? names.stream()
			.filter((name) -> MOUNTS.isAncestorOf(name) && name.getNumberOfElements() > length)
			.map((name) -> name.chop(length)) : Stream.empty();
	}

}
