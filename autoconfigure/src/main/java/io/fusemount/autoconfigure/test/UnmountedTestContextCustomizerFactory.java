package io.fusemount.autoconfigure.test;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.fusemount.autoconfigure.properties.ConfiguredMounts;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.util.StringUtils;

/**
 * Prevents tests of an application from mounting anything, whatever its own properties
 * say: the mount point may be in use, and only one of several cached contexts could have
 * it. Properties of the test itself take precedence.
 */
final class UnmountedTestContextCustomizerFactory implements ContextCustomizerFactory {

	private static final Log logger = LogFactory.getLog(UnmountedTestContextCustomizerFactory.class);

	private static final String PROPERTY = "fusemount.mount-point";

	/** The test module refers to this name, to replace the source. */
	private static final String PROPERTY_SOURCE = "fusemountTests";

	@Override
	public ContextCustomizer createContextCustomizer(Class<?> testClass,
			List<ContextConfigurationAttributes> attributes) {
		return new Customizer();
	}

	/** All instances are equal, so that tests share a context. */
	private record Customizer() implements ContextCustomizer {

		@Override
		public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration test) {
			MutablePropertySources sources = context.getEnvironment().getPropertySources();
			if (sources.contains(PROPERTY_SOURCE)) {
				return;
			}
			Map<String, Object> properties = unmounted(context.getEnvironment());
			properties.forEach((name, empty) -> {
				if (StringUtils.hasText(context.getEnvironment().getProperty(name))) {
					logger.info("Tests mount nothing unless they have @AutoConfigureFuseMount or set " + name
							+ " themselves");
				}
			});
			MapPropertySource unmounted = new MapPropertySource(PROPERTY_SOURCE, properties);
			if (sources.contains(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME)) {
				sources.addBefore(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME, unmounted);
			}
			else {
				sources.addFirst(unmounted);
			}
		}

		/** If all mounts have names, there is no mount without a name to leave empty. */
		private static Map<String, Object> unmounted(ConfigurableEnvironment environment) {
			Map<String, Object> properties = new HashMap<>();
			ConfiguredMounts.prefixesIn(environment).forEach((prefix) -> properties.put(prefix + ".mount-point", ""));
			if (properties.isEmpty() || environment.containsProperty(PROPERTY)) {
				properties.put(PROPERTY, "");
			}
			return properties;
		}

	}

}
