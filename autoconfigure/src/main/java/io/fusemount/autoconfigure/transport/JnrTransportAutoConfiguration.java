package io.fusemount.autoconfigure.transport;

import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.core.mount.Transport;
import io.fusemount.transport.jnr.JnrTransport;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the transport by libfuse, unless
 * the application has one of its own.
 */
@AutoConfiguration(before = FuseMountAutoConfiguration.class)
@ConditionalOnClass(JnrTransport.class)
@ConditionalOnMissingBean(Transport.class)
public final class JnrTransportAutoConfiguration {

	@Bean
	JnrTransport fuseMountJnrTransport() {
		return new JnrTransport();
	}

}
