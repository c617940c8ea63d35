package io.fusemount.autoconfigure.metrics;

import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.autoconfigure.OperationListenerFactory;
import io.fusemount.autoconfigure.directory.DirectorySource;
import io.fusemount.autoconfigure.directory.DirectoryTree;
import io.fusemount.core.mount.MountRegistry;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the mounts' observations.
 */
@AutoConfiguration(after = FuseMountAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean({ ObservationRegistry.class, MountRegistry.class })
public final class FuseMountObservationAutoConfiguration {

	/** Wraps all other listeners, so that meters are recorded within its span. */
	@Bean
	@Order(Ordered.HIGHEST_PRECEDENCE)
	OperationListenerFactory fuseMountStepObservations(ObservationRegistry registry,
			ObjectProvider<DirectorySource> sources) {
		return (mount) -> new StepObservations(registry, mount,
				DirectoryTree.paths(mount, sources.orderedStream().toList()));
	}

}
