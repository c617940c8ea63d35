package io.fusemount.bench.metrics;

import java.time.Instant;
import java.util.Map;

import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.autoconfigure.directory.DirectorySource;
import io.fusemount.autoconfigure.metrics.FuseMountMetricsAutoConfiguration;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.VirtualDirectory;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * An application without a mount but with the meters of one, in a Prometheus registry as
 * configured by Boot.
 */
@ImportAutoConfiguration({ FuseMountAutoConfiguration.class, FuseMountMetricsAutoConfiguration.class,
		MetricsAutoConfiguration.class, CompositeMeterRegistryAutoConfiguration.class,
		PrometheusMetricsExportAutoConfiguration.class })
public class MeteredApplication {

	static final Directory DIRECTORY = VirtualDirectory.root(Map.of(), Instant.EPOCH);

	@Bean
	DirectorySource directories() {
		return (mount, action) -> action.accept("files", DIRECTORY);
	}

}
