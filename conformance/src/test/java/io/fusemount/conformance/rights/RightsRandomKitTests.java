package io.fusemount.conformance.rights;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The kit can fail, and says how to see the failure again.
 */
class RightsRandomKitTests {

	@Test
	void directoryThatShowsEverythingToEverybodyIsFoundOut() {
		RightsRandomKit kit = new RightsRandomKit() {
			@Override
			protected RightsFixture createFixture(Duration timeToLive) {
				return InMemoryOwnedRows.unguarded();
			}
		};
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> kit.nobodyLearnsWhatTheyMayNotSee(3))
			.withMessageContaining("Seed 3")
			.withMessageContaining("The last ones:");
	}

}
