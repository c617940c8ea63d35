package io.fusemount.core.errno;

import java.util.Arrays;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ErrnoTests {

	@Test
	void noneIsSuccessAndNoneIsNegative() {
		assertThat(Errno.values()).allSatisfy((errno) -> assertThat(errno.code()).isPositive());
		assertThat(Arrays.stream(Errno.values()).mapToInt(Errno::code)).doesNotHaveDuplicates();
	}

}
