package io.fusemount.autoconfigure.properties;

import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;

/**
 * The shared properties under the names that they would have for one mount. A mount point
 * is never shared.
 *
 * @param source the source of the properties
 * @param own the prefix of the mount's own properties
 * @param shared the prefix of the shared properties
 */
record InheritedProperties(ConfigurationPropertySource source, ConfigurationPropertyName own,
		ConfigurationPropertyName shared) implements ConfigurationPropertySource {

	private static final Set<ConfigurationPropertyName> NOT_INHERITED = Set
		.of(ConfigurationPropertyName.of("mount-point"));

	@Override
	public @Nullable ConfigurationProperty getConfigurationProperty(ConfigurationPropertyName name) {
		if (!this.own.isAncestorOf(name) || NOT_INHERITED.contains(tail(name))) {
			return null;
		}
		return this.source.getConfigurationProperty(this.shared.append(tail(name)));
	}

	@Override
	public ConfigurationPropertyState containsDescendantOf(ConfigurationPropertyName name) {
		return (this.own.equals(name) || this.own.isAncestorOf(name))
				? this.source.containsDescendantOf(this.shared.append(tail(name))) : ConfigurationPropertyState.ABSENT;
	}

	private ConfigurationPropertyName tail(ConfigurationPropertyName name) {
		return name.subName(this.own.getNumberOfElements());
	}

}
