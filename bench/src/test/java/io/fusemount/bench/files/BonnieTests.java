package io.fusemount.bench.files;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BonnieTests {

	/** The output of version 2.00a with {@code -f -s 1G -r 512 -n 4}. */
	private static final String LINE = "1.98,2.00a,bench,1,1795878412,1G,,8192,5,,,101,30,102,12,,,103,9,104.5,7,"
			+ "4,,,,,105,40,+++++,+++,106,33,107,34,+++++,+++,108,21,,17843us,89us,,4047us,10140us,53825us,50us,"
			+ "3437us,308ms,34us,4034us";

	@Test
	void everyRateIsFoundInTheOutputAndWhatWasTooFastIsLeftOut() {
		List<OptionalDouble> rates = Arrays.stream(Bonnie.Field.values()).map((field) -> field.of(LINE)).toList();
		OptionalDouble none = OptionalDouble.empty();
		assertThat(rates).containsExactly(rate(101), rate(102), rate(103), rate(104.5), rate(105), none, rate(106),
				rate(107), none, rate(108));
	}

	private static OptionalDouble rate(double value) {
		return OptionalDouble.of(value);
	}

}
