package io.fusemount.autoconfigure.transport;

import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.core.mount.Transport;
import io.fusemount.transport.linux.LinuxTransport;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the transport by the kernel's own
 * protocol for who asks for it, unless the application has one of its own.
 */
@AutoConfiguration(before = FuseMountAutoConfiguration.class)
@ConditionalOnClass(LinuxTransport.class)
@ConditionalOnMissingBean(Transport.class)
@ConditionalOnProperty(name = "fusemount.transport", havingValue = "linux")
public final class LinuxTransportAutoConfiguration {

	@Bean
	LinuxTransport fuseMountLinuxTransport() {
		return new LinuxTransport();
	}

}
