package io.fusemount.autoconfigure.metrics;

import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.autoconfigure.directory.DirectorySource;
import io.fusemount.autoconfigure.directory.DirectoryTree;
import io.fusemount.autoconfigure.properties.ConfiguredMounts;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.mount.MountRegistry;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the mounts' meters.
 */
@AutoConfiguration(after = FuseMountAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({ MeterRegistry.class, MountRegistry.class })
public final class FuseMountMetricsAutoConfiguration {

	@Bean
	MicrometerOperationListeners fuseMountMicrometerOperationListeners(MeterRegistry registry,
			ObjectProvider<DirectorySource> sources) {
		return new MicrometerOperationListeners(registry,
				(mount) -> DirectoryTree.paths(mount, sources.orderedStream().toList()));
	}

	@Bean
	LatencyBuckets fuseMountLatencyBuckets() {
		return new LatencyBuckets();
	}

	@Bean
	ObservedMeters fuseMountObservedMeters() {
		return new ObservedMeters();
	}

	@Bean
	MountGauges fuseMountGauges(MountRegistry registry, ConfiguredMounts mounts,
			ObjectProvider<DatabasePermits> permits, ObjectProvider<DirectorySource> sources) {
		return new MountGauges(registry.mounts(), (name) -> MountLimits.of(mounts.properties(name)),
				permits.getIfAvailable(), (name) -> DirectoryTree.quotas(name, sources.orderedStream().toList()));
	}

}
