package io.fusemount.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.autoconfigure.advice.Advice;
import io.fusemount.autoconfigure.advice.DirectoryAdvice;
import io.fusemount.autoconfigure.advice.PropertyAdvice;
import io.fusemount.autoconfigure.directory.DirectoryBeans;
import io.fusemount.autoconfigure.directory.DirectorySource;
import io.fusemount.autoconfigure.log.LoggingOperationListener;
import io.fusemount.autoconfigure.place.MountPointAdvice;
import io.fusemount.autoconfigure.properties.ConfiguredMounts;
import io.fusemount.autoconfigure.properties.FuseMountProperties;
import io.fusemount.autoconfigure.properties.MountHealthProperties;
import io.fusemount.autoconfigure.properties.MountProperties;
import io.fusemount.core.errno.ErrnoTranslator;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.mount.MountRegistry;
import io.fusemount.core.mount.Transport;
import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.supervision.ServiceCheck;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the mounts.
 */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "fusemount.enabled", matchIfMissing = true)
@EnableConfigurationProperties({ FuseMountProperties.class, MountProperties.class, MountHealthProperties.class })
public final class FuseMountAutoConfiguration {

	@Bean
	ConfiguredMounts fuseMountConfiguredMounts(FuseMountProperties common, MountProperties defaults,
			ConfigurableEnvironment environment) {
		return ConfiguredMounts.of(common, defaults, environment);
	}

	@Bean
	DirectoryBeans fuseMountDirectoryBeans(ListableBeanFactory beanFactory, ConfiguredMounts mounts) {
		return new DirectoryBeans(beanFactory, mounts);
	}

	@Bean
	OperationListenerFactory fuseMountLoggingOperationListenerFactory() {
		return LoggingOperationListener::new;
	}

	@Bean
	@ConditionalOnMissingBean
	MountRegistry fuseMountRegistry(ConfiguredMounts mounts, ObjectProvider<Transport> transport,
			ObjectProvider<DirectorySource> sources, ObjectProvider<ErrnoTranslator> translators,
			ObjectProvider<OperationListener> listeners, ObjectProvider<OperationListenerFactory> factories,
			ObjectProvider<ChangeFeed> changeFeeds, FuseMountProperties common, MountHealthProperties health,
			ObjectProvider<DatabasePermits> permits) {
		if (mounts.mounted().isEmpty()) {
			return new MountRegistry(List.of());
		}
		DatabasePermits database = permits.getIfAvailable();
		MountFactory factory = new MountFactory(transport.getIfAvailable(() -> {
			throw new IllegalStateException(
					"No transport is on the classpath: add the dependency " + common.transport().artifact());
		}), sources.orderedStream().toList(), translators.orderedStream().toList(), listeners.orderedStream().toList(),
				factories.orderedStream().toList(), changeFeeds.orderedStream().toList(), check(health, database),
				(database != null) ? database.timeout() : null);
		return new MountRegistry(mounts.mounted().stream().map(factory::create).toList());
	}

	private static ServiceCheck check(MountHealthProperties health, @Nullable DatabasePermits permits) {
		return (permits != null)
				? new ServiceCheck(health.limits(), permits::oldestWork, permits.unansweredCommits()::oldest)
				: new ServiceCheck(health.limits(), () -> Duration.ZERO, () -> Duration.ZERO);
	}

	@Bean
	FuseMountLifecycle fuseMountLifecycle(MountRegistry registry, ConfiguredMounts mounts,
			ConfigurableApplicationContext context, ObjectProvider<DirectorySource> sources,
			ObjectProvider<Advice> furtherAdvice, ObjectProvider<Transport> transport) {
		List<Advice> advice = new ArrayList<>(
				List.of(new PropertyAdvice(context.getEnvironment(), MountProperties.NAMES)));
		if (!registry.mounts().isEmpty()) {
			List<String> names = registry.mounts().stream().map((mount) -> mount.options().name()).toList();
			advice.add(new DirectoryAdvice(context, sources.orderedStream().toList(), names));
			advice.add(new MountPointAdvice(
					registry.mounts().stream().map((mount) -> mount.options().mountPoint()).toList(),
					ProcessIdentity.current().uid()));
			furtherAdvice.orderedStream().forEach(advice::add);
		}
		return new FuseMountLifecycle(context, registry, mounts, advice,
				() -> transport.ifAvailable(Transport::established));
	}

}
