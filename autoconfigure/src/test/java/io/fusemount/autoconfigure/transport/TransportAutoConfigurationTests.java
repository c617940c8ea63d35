package io.fusemount.autoconfigure.transport;

import io.fusemount.core.mount.Transport;
import io.fusemount.transport.jnr.JnrTransport;
import io.fusemount.transport.linux.LinuxTransport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

class TransportAutoConfigurationTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner().withConfiguration(
			AutoConfigurations.of(LinuxTransportAutoConfiguration.class, JnrTransportAutoConfiguration.class));

	@Test
	void linuxGetsTheKernelsOwnProtocol() {
		this.application
			.run((context) -> assertThat(context).getBean(Transport.class).isInstanceOf(LinuxTransport.class));
	}

	@ParameterizedTest
	@CsvSource({ "auto, LinuxTransport", "linux, LinuxTransport", "LINUX, LinuxTransport", "jnr, JnrTransport" })
	void theTransportIsTheOneThatIsAskedFor(String choice, String transport) {
		this.application.withPropertyValues("fusemount.transport=" + choice)
			.run((context) -> assertThat(context.getBean(Transport.class).getClass().getSimpleName())
				.isEqualTo(transport));
	}

	@Test
	void linuxWithoutTheDependencyGetsLibFuse() {
		this.application.withClassLoader(new FilteredClassLoader(LinuxTransport.class))
			.run((context) -> assertThat(context).getBean(Transport.class).isInstanceOf(JnrTransport.class));
	}

	@Test
	void nobodyGetsLibFuseWhoAsksForTheKernelsOwnProtocol() {
		this.application.withClassLoader(new FilteredClassLoader(LinuxTransport.class))
			.withPropertyValues("fusemount.transport=linux")
			.run((context) -> assertThat(context).doesNotHaveBean(Transport.class));
	}

	@Test
	void anotherSystemGetsLibFuse() {
		String system = System.getProperty("os.name");
		try {
			System.setProperty("os.name", "FreeBSD");
			this.application
				.run((context) -> assertThat(context).getBean(Transport.class).isInstanceOf(JnrTransport.class));
		}
		finally {
			System.setProperty("os.name", system);
		}
	}

	@Test
	void anApplicationsOwnTransportIsKept() {
		this.application.withBean(LinuxTransport.class, LinuxTransport::new)
			.run((context) -> assertThat(context).hasSingleBean(Transport.class));
	}

}
