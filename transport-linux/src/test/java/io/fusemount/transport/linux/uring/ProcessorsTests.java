package io.fusemount.transport.linux.uring;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ProcessorsTests {

	@ParameterizedTest
	@CsvSource(delimiter = ';', value = { "0;1", "0-3;4", "0-3,8;5", "0,2,4-5;4" })
	void countsNumbersAndRanges(String list, int count) {
		assertThat(Processors.count(list)).isEqualTo(count);
	}

}
