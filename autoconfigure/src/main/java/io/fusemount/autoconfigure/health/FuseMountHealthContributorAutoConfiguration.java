package io.fusemount.autoconfigure.health;

import java.util.LinkedHashMap;
import java.util.Map;

import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.core.mount.MountRegistry;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the health of each mount,
 * switched by {@code management.health.fusemount.enabled}.
 */
@AutoConfiguration(after = FuseMountAutoConfiguration.class)
@ConditionalOnClass({ Health.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnEnabledHealthIndicator("fusemount")
@ConditionalOnBean(MountRegistry.class)
public final class FuseMountHealthContributorAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(name = "fusemountHealthContributor")
	CompositeHealthContributor fusemountHealthContributor(MountRegistry registry) {
		Map<String, MountHealthIndicator> indicators = new LinkedHashMap<>();
		registry.mounts().forEach((mount) -> indicators.put(mount.options().name(), new MountHealthIndicator(mount)));
		return CompositeHealthContributor.fromMap(indicators);
	}

}
