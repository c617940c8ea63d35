package io.fusemount.autoconfigure.transport;

import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.core.mount.Transport;
import io.fusemount.transport.jnr.JnrTransport;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the libfuse transport, unless
 * there is another transport.
 */
@AutoConfiguration(before = FuseMountAutoConfiguration.class, after = LinuxTransportAutoConfiguration.class)
@ConditionalOnClass(JnrTransport.class)
@ConditionalOnMissingBean(Transport.class)
@Conditional(JnrTransportAutoConfiguration.NotLinux.class)
public final class JnrTransportAutoConfiguration {

	@Bean
	JnrTransport fuseMountJnrTransport() {
		return new JnrTransport();
	}

	static final class NotLinux extends NoneNestedConditions {

		NotLinux() {
			super(ConfigurationPhase.PARSE_CONFIGURATION);
		}

		@ConditionalOnProperty(name = "fusemount.transport", havingValue = "linux")
		static final class Linux {

		}

	}

}
