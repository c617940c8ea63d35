package io.fusemount.autoconfigure.endpoint;

import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.autoconfigure.properties.ConfiguredMounts;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.mount.MountRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the {@link FuseMountsEndpoint}.
 */
@AutoConfiguration(after = FuseMountAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(FuseMountsEndpoint.class)
@ConditionalOnBean(MountRegistry.class)
public final class FuseMountsEndpointAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	FuseMountsEndpoint fuseMountsEndpoint(MountRegistry registry, ConfiguredMounts mounts,
			ObjectProvider<DatabasePermits> permits) {
		return new FuseMountsEndpoint(registry, (name) -> mounts.properties(name).shutdownTimeout(),
				permits.getIfAvailable());
	}

	@Bean
	@ConditionalOnMissingBean
	FuseMountsEndpointWebExtension fuseMountsEndpointWebExtension(FuseMountsEndpoint endpoint) {
		return new FuseMountsEndpointWebExtension(endpoint);
	}

	@Bean
	@ConditionalOnMissingBean
	FuseMountsEndpointJmxExtension fuseMountsEndpointJmxExtension(FuseMountsEndpoint endpoint) {
		return new FuseMountsEndpointJmxExtension(endpoint);
	}

}
