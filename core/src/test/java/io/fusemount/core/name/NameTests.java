package io.fusemount.core.name;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class NameTests {

	@ParameterizedTest
	@ValueSource(strings = { "", ".", "..", "a/b", "a\0", "\uD800" })
	void whatCanNotBeANameIsRefused(String value) {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> new Name(value))
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EINVAL));
	}

	@Test
	void aNameHasAtMost255Bytes() {
		assertThat(new Name("€".repeat(85)).value()).hasSize(85);
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> new Name("€".repeat(85) + "x"))
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.ENAMETOOLONG));
	}

}
