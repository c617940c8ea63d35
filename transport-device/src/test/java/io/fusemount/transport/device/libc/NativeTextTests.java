package io.fusemount.transport.device.libc;

import java.nio.charset.StandardCharsets;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class NativeTextTests {

	@ParameterizedTest
	@ValueSource(strings = { "plain", "Größe", "文書", "🗎", "a\uFFFDb", "e\u0301" })
	void textIsUtf8InBothDirections(String text) {
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		assertThat(NativeText.decode(bytes)).isEqualTo(text);
		assertThat(NativeText.encode(text)).startsWith(bytes).hasSize(bytes.length + 1).endsWith(0);
	}

	@Test
	void bytesThatAreNotUtf8AreRefused() {
		byte[][] malformed = { { (byte) 0xE4 }, { 'a', (byte) 0x80 }, { (byte) 0xC0, (byte) 0xAF },
				{ (byte) 0xED, (byte) 0xA0, (byte) 0x80 }, { (byte) 0xEF, (byte) 0xBF, (byte) 0xBD, (byte) 0xFF } };
		for (byte[] bytes : malformed) {
			assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> NativeText.decode(bytes))
				.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EILSEQ));
		}
	}

}
