package io.fusemount.core.limit;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HeapRoom}.
 */
class HeapRoomTests {

	@ParameterizedTest
	@CsvSource({ "32, 2048", "64, 2048", "67, 2048", "96, 21845", "128, 43690", "160, 65536", "256, 131072",
			"100000, 131072" })
	void aTableShrinksWithWhatTheApplicationLeavesOfTheHeap(long megabytes, int entries) {
		assertThat(HeapRoom.of(131_072, megabytes << 20)).isEqualTo(entries);
	}

}
