package io.fusemount.autoconfigure.compatibility;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

class SpringBootRequirementTests {

	@ParameterizedTest
	@ValueSource(strings = { "2.7.18", "3.5.7", "4.0.0-RC2", "4.0.0", "4.0.0-SNAPSHOT" })
	void olderOnesAreRefused(String version) {
		assertThatExceptionOfType(UnsupportedSpringBootException.class)
			.isThrownBy(() -> SpringBootRequirement.require(version))
			.withMessageContaining(version);
	}

	@ParameterizedTest
	@ValueSource(strings = { "4.0.1", "4.0.10", "4.1.0-M1", "4.1.1", "5.0.0" })
	void newerOnesAreNot(String version) {
		assertThatNoException().isThrownBy(() -> SpringBootRequirement.require(version));
	}

}
