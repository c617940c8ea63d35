package io.fusemount.autoconfigure.transport;

import io.fusemount.autoconfigure.fixture.FakeTransport;
import io.fusemount.transport.jnr.JnrTransport;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

class JnrTransportAutoConfigurationTests {

	private static final String NATIVE_CODE = "fuseMountNativeCode";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(JnrTransportAutoConfiguration.class));

	@Test
	void loadsNativeCodeAheadWhereSomethingIsMounted() {
		this.runner.withPropertyValues("fusemount.mount-point=/srv/files")
			.run((context) -> assertThat(context).hasSingleBean(JnrTransport.class).hasBean(NATIVE_CODE));
		this.runner.withPropertyValues("fusemount.mounts.reports.mount-point=/srv/reports")
			.run((context) -> assertThat(context).hasBean(NATIVE_CODE));
	}

	@Test
	void loadsNoNativeCodeWhereNothingIsMounted() {
		this.runner.run((context) -> assertThat(context).doesNotHaveBean(NATIVE_CODE));
		this.runner.withPropertyValues("fusemount.mount-point=")
			.run((context) -> assertThat(context).doesNotHaveBean(NATIVE_CODE));
		this.runner.withPropertyValues("fusemount.mount-point=/srv/files", "fusemount.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(NATIVE_CODE));
	}

	@Test
	void leavesTheWayToAnotherTransport() {
		this.runner.withBean(FakeTransport.class)
			.withPropertyValues("fusemount.mount-point=/srv/files")
			.run((context) -> assertThat(context).doesNotHaveBean(JnrTransport.class).doesNotHaveBean(NATIVE_CODE));
	}

}
