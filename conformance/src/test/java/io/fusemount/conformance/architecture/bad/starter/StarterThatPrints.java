package io.fusemount.conformance.architecture.bad.starter;

import io.fusemount.conformance.architecture.bad.autoconfigure.AutoConfigurationThatKnowsTooMuch;
import org.junit.jupiter.api.Assertions;

/**
 * A class that prints, tests and knows the auto-configuration.
 */
class StarterThatPrints {

	void start(AutoConfigurationThatKnowsTooMuch configuration) {
		Assertions.assertNotNull(configuration);
		System.out.println(configuration);
	}

}
