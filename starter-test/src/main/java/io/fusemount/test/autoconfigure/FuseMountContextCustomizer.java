package io.fusemount.test.autoconfigure;

import io.fusemount.core.mount.Transport;
import io.fusemount.test.FuseMountTransport;
import io.fusemount.test.transport.TestTransport;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Gives each mount of a context a mount point and a spool of its own. Properties of the
 * test itself take precedence.
 */
record FuseMountContextCustomizer(FuseMountTransport transport) implements ContextCustomizer {

	/** In other tests, the source of this name sets an empty mount point. */
	private static final String PROPERTY_SOURCE = "fusemountTests";

	@Override
	public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration test) {
		TestDirectory directory = TestDirectory.create();
		MutablePropertySources sources = context.getEnvironment().getPropertySources();
		sources.remove(PROPERTY_SOURCE);
		sources.addBefore(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME, new MapPropertySource(
				PROPERTY_SOURCE, new TestMounts(context.getEnvironment(), directory).properties()));
		DefaultListableBeanFactory beans = (DefaultListableBeanFactory) context.getBeanFactory();
		// Beans are destroyed after the lifecycle beans, including the mount, have been
		// stopped.
		beans.registerDisposableBean("fuseMountTestDirectory", directory);
		beans.addBeanPostProcessor(new TransportReplacement(this.transport, directory));
	}

	private record TransportReplacement(FuseMountTransport wanted,
			TestDirectory directory) implements BeanPostProcessor {

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			return (bean instanceof Transport kernel) ? new TestTransport(kernel, this.wanted, this.directory.owner())
					: bean;
		}

	}

}
