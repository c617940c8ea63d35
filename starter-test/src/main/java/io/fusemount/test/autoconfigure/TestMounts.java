package io.fusemount.test.autoconfigure;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;

/**
 * The mounts of an application, each at a mount point and with a spool of a test.
 *
 * @param environment the settings of the application
 * @param directory the parent of the test's mount points and spools
 */
record TestMounts(Environment environment, TestDirectory directory) {

	private static final String UNNAMED = "fusemount";

	private static final String MOUNTS = "fusemount.mounts";

	/**
	 * Returns the properties. An application without a mount gets one.
	 */
	Map<String, Object> properties() {
		Map<String, Object> properties = new HashMap<>();
		properties.put("fusemount.enabled", true);
		properties.put("fusemount.create-mount-point", true);
		Set<String> names = names();
		names.forEach((name) -> place(properties, prefix(name), name));
		if (names.isEmpty() || this.environment.containsProperty(UNNAMED + ".mount-point")) {
			place(properties, UNNAMED, this.environment.getProperty("fusemount.name", "default"));
		}
		return properties;
	}

	private void place(Map<String, Object> properties, String prefix, String name) {
		properties.put(prefix + ".mount-point", this.directory.mountPoint(name).toString());
		properties.put(prefix + ".spool.directory", this.directory.spool(name).toString());
	}

	private Set<String> names() {
		return Binder.get(this.environment)
			.bind(MOUNTS, Bindable.mapOf(String.class, Object.class))
			.orElse(Map.of())
			.keySet();
	}

	private static String prefix(String name) {
		String plain = MOUNTS + "." + name;
		return (ConfigurationPropertyName.isValid(plain) && !name.contains(".")) ? plain : MOUNTS + "[" + name + "]";
	}

}
