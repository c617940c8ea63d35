package io.fusemount.autoconfigure.transport;

import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.autoconfigure.properties.OnMountPointCondition;
import io.fusemount.core.mount.Transport;
import io.fusemount.transport.jnr.JnrTransport;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the transport by libfuse, unless
 * the application has one of its own.
 */
@AutoConfiguration(before = FuseMountAutoConfiguration.class)
@ConditionalOnClass(JnrTransport.class)
@ConditionalOnMissingBean(Transport.class)
public final class JnrTransportAutoConfiguration {

	/**
	 * Comes before all other beans: native code is loaded while the application opens its
	 * database.
	 */
	@Bean
	@ConditionalOnBooleanProperty(name = "fusemount.enabled", matchIfMissing = true)
	@Conditional(OnMountPointCondition.class)
	static BeanFactoryPostProcessor fuseMountNativeCode() {
		return (beanFactory) -> JnrTransport.prepare();
	}

	@Bean
	JnrTransport fuseMountJnrTransport() {
		return new JnrTransport();
	}

}
