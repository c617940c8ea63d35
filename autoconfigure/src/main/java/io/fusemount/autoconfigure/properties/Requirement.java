package io.fusemount.autoconfigure.properties;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Checks of configuration properties. A failed check reports the name of the property.
 */
public final class Requirement {

	private Requirement() {
	}

	/**
	 * Requires a condition of a property.
	 */
	public static void that(boolean met, String property, @Nullable Object value, String reason) {
		if (!met) {
			throw new InvalidConfigurationPropertyValueException(property, value, reason);
		}
	}

	/**
	 * Requires a duration of more than 0.
	 */
	public static void positive(String property, Duration value) {
		that(!value.isNegative() && !value.isZero(), property, value, "A duration of more than 0 is needed.");
	}

}
