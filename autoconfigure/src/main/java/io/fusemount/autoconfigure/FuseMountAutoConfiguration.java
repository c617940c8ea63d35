package io.fusemount.autoconfigure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.autoconfigure.advice.Advice;
import io.fusemount.autoconfigure.advice.DirectoryAdvice;
import io.fusemount.autoconfigure.advice.PropertyAdvice;
import io.fusemount.autoconfigure.directory.DirectoryBeans;
import io.fusemount.autoconfigure.directory.DirectorySource;
import io.fusemount.autoconfigure.place.MountPointAdvice;
import io.fusemount.autoconfigure.log.LoggingOperationListener;
import io.fusemount.core.errno.ErrnoTranslator;
import io.fusemount.core.mount.MountRegistry;
import io.fusemount.core.mount.Transport;
import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.operation.OperationListener;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the mount.
 */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "fusemount.enabled", matchIfMissing = true)
@EnableConfigurationProperties(FuseMountProperties.class)
public final class FuseMountAutoConfiguration {

	@Bean
	DirectoryBeans fuseMountDirectoryBeans(ListableBeanFactory beanFactory) {
		return new DirectoryBeans(beanFactory);
	}

	@Bean
	LoggingOperationListener fuseMountLoggingOperationListener(FuseMountProperties properties) {
		return new LoggingOperationListener(properties.name());
	}

	@Bean
	@ConditionalOnMissingBean
	MountRegistry fuseMountRegistry(FuseMountProperties properties, ObjectProvider<Transport> transport,
			ObjectProvider<DirectorySource> sources, ObjectProvider<ErrnoTranslator> translators,
			ObjectProvider<OperationListener> listeners, ObjectProvider<ChangeFeed> changeFeeds) {
		String mountPoint = properties.mountPoint();
		if (mountPoint == null || mountPoint.isBlank()) {
			return new MountRegistry(List.of());
		}
		MountFactory factory = new MountFactory(properties, transport.getIfAvailable(() -> {
			throw new IllegalStateException(
					"There is nothing that could mount: add the dependency io.fusemount:fusemount-transport-jnr");
		}), sources.orderedStream().toList(), translators.orderedStream().toList(), listeners.orderedStream().toList(),
				changeFeeds.orderedStream().toList());
		return new MountRegistry(List.of(factory.create(Path.of(mountPoint))));
	}

	@Bean
	FuseMountLifecycle fuseMountLifecycle(MountRegistry registry, FuseMountProperties properties,
			ConfigurableApplicationContext context, ObjectProvider<DirectorySource> sources,
			ObjectProvider<Advice> furtherAdvice) {
		List<Advice> advice = new ArrayList<>(List.of(new PropertyAdvice(context.getEnvironment())));
		if (!registry.mounts().isEmpty()) {
			advice.add(new DirectoryAdvice(context, sources.orderedStream().toList()));
			advice.add(new MountPointAdvice(
					registry.mounts().stream().map((mount) -> mount.options().mountPoint()).toList(),
					ProcessIdentity.current().uid()));
			furtherAdvice.orderedStream().forEach(advice::add);
		}
		return new FuseMountLifecycle(registry, properties.failFast(), properties.shutdownTimeout(), advice);
	}

}
