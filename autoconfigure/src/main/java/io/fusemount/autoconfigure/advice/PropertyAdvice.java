package io.fusemount.autoconfigure.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Finds properties without effect because their names are misspelt. Below the prefix
 * {@code fusemount}, every unknown property is reported. Elsewhere, and among environment
 * variables, which orchestrators derive from the names of services, a property is
 * reported only if it is nearly the name of a known one that is not set.
 */
public final class PropertyAdvice implements Advice {

	private final ConfigurableEnvironment environment;

	private final Set<String> ofMounts;

	/**
	 * Creates the advice.
	 * @param ofMounts the part after the prefix of the properties that each mount can
	 * have
	 */
	public PropertyAdvice(ConfigurableEnvironment environment, Set<String> ofMounts) {
		this.environment = environment;
		this.ofMounts = ofMounts;
	}

	@Override
	public List<String> lines() {
		PropertyNames known = PropertyNames.load(this.ofMounts);
		List<String> lines = new ArrayList<>();
		if (known.all().isEmpty()) {
			return lines;
		}
		for (PropertySource<?> source : this.environment.getPropertySources()) {
			if (source instanceof EnumerablePropertySource<?> enumerable) {
				for (String name : enumerable.getPropertyNames()) {
					String letters = PropertyNames.letters(name);
					String line = (letters.contains("fuse") || letters.contains("mount"))
							? advise(known, enumerable, name) : null;
					if (line != null) {
						lines.add(line);
					}
				}
			}
		}
		return lines;
	}

	private @Nullable String advise(PropertyNames known, PropertySource<?> source, String name) {
		ConfigurationPropertyName canonical = ConfigurationPropertyName.adapt(name, '.');
		boolean variable = source instanceof SystemEnvironmentPropertySource;
		if (known.contain(canonical) || variable && known.containVariable(name)) {
			return null;
		}
		String meant = known.nearestOfMount(canonical);
		meant = (meant != null) ? meant : meant(known, name);
		boolean own = !variable && !canonical.isEmpty()
				&& canonical.getElement(0, ConfigurationPropertyName.Form.UNIFORM).equals(PropertyNames.PREFIX);
		if (!own && (meant == null || this.environment.containsProperty(meant))) {
			return null;
		}
		Origin origin = OriginLookup.getOrigin(source, name);
		String line = "The property '%s' (%s) has no effect: FuseMount has no property of this name.".formatted(name,
				(origin != null) ? origin : source.getName());
		return (meant == null) ? line
				: line + " Did you mean '" + (variable ? PropertyNames.variable(meant) : meant) + "'?";
	}

	private static @Nullable String meant(PropertyNames known, String name) {
		String letters = PropertyNames.letters(name);
		String shortened = letters.startsWith("spring") ? letters.substring("spring".length()) : letters;
		// fuse.mount-point
		return known.nearest(
				shortened.matches("fuse(create)?mountpoint") ? shortened.replaceFirst("fuse", "fusemount") : shortened);
	}

}
