package io.fusemount.test.autoconfigure;

import io.fusemount.core.mount.Transport;
import io.fusemount.test.FuseMountFiles;
import io.fusemount.test.transport.CurrentFiles;
import io.fusemount.test.transport.TestTransport;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the access of a test to its
 * mount.
 */
@AutoConfiguration
public final class FuseMountTestAutoConfiguration {

	@Bean
	FuseMountFiles fuseMountFiles(ObjectProvider<Transport> transport) {
		return new CurrentFiles(() -> ((TestTransport) transport.getObject()).files());
	}

}
