package io.fusemount.autoconfigure.transport;

import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.autoconfigure.properties.FuseMountProperties;
import io.fusemount.autoconfigure.properties.IoUringChoice;
import io.fusemount.autoconfigure.properties.PassthroughChoice;
import io.fusemount.autoconfigure.properties.TakeoverChoice;
import io.fusemount.transport.device.store.DescriptorStore;
import io.fusemount.core.mount.Transport;
import io.fusemount.transport.linux.LinuxTransport;
import io.fusemount.transport.linux.Takeovers;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the transport that speaks the
 * kernel's own protocol, the default on Linux unless the application has a transport of
 * its own or requests libfuse.
 */
@AutoConfiguration(before = FuseMountAutoConfiguration.class)
@ConditionalOnClass(LinuxTransport.class)
@EnableConfigurationProperties(FuseMountProperties.class)
@ConditionalOnMissingBean(Transport.class)
@Conditional(OnLinuxCondition.class)
public final class LinuxTransportAutoConfiguration {

	@Bean
	LinuxTransport fuseMountLinuxTransport(FuseMountProperties properties) {
		return new LinuxTransport(properties.ioUring() == IoUringChoice.AUTO,
				properties.passthrough() == PassthroughChoice.AUTO, takeovers(properties), DescriptorStore.ofProcess());
	}

	private static Takeovers takeovers(FuseMountProperties properties) {
		TakeoverChoice choice = properties.takeover();
		return new Takeovers(choice != TakeoverChoice.NEVER, choice == TakeoverChoice.ALWAYS,
				properties.takeoverTimeout());
	}

	/** Programs would wait for ever on a mount that is not configured any more. */
	@Bean
	ApplicationListener<ApplicationStartedEvent> fuseMountAbandonedMounts() {
		return (event) -> DescriptorStore.ofProcess().abandon();
	}

}
