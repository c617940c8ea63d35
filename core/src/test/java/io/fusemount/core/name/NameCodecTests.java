package io.fusemount.core.name;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class NameCodecTests {

	@ParameterizedTest
	@ValueSource(strings = { "Rechnung März.pdf", "100%", "100% sicher", "%41", "%2f", "%2", "%%", "a%", "-rf", " ",
			"\n", "😀", "e\u0301", "con", "~1", "%ED%9F%BF", "%00", "a%25b", "x%2520y", "%2E.txt", "%252" })
	void ordinaryTextIsItsOwnName(String text) {
		assertThat(NameCodec.encode(text)).hasToString(text);
		assertThat(NameCodec.decode(new Name(text))).isEqualTo(text);
	}

	@ParameterizedTest
	@CsvSource({ "a/b, a%2Fb", "., %2E", ".., %2E%2E", "'', %", "%, %25", "%25, %2525", "a%2Fb, a%252Fb",
			"a%252Fb, a%25252Fb", "%2E, %252E", "%2E%2E, %252E%2E", "/, %2F", "%25/, %25%2F",
			"../../etc/passwd, ..%2F..%2Fetc%2Fpasswd", "%/2, %%2F2", "%C0%80, %25C0%80" })
	void whatANameCanNotHoldIsPercentEncoded(String text, String name) {
		assertThat(NameCodec.encode(text)).hasToString(name);
		assertThat(NameCodec.decode(new Name(name))).isEqualTo(text);
	}

	@Test
	void nulAndUnpairedSurrogatesAreEncoded() {
		assertThat(NameCodec.encode("a\0b")).hasToString("a%C0%80b");
		assertThat(NameCodec.encode("a\uD800b")).hasToString("a%ED%A0%80b");
		assertThat(NameCodec.decode(new Name("a%ED%A0%80b"))).isEqualTo("a\uD800b");
	}

	@Test
	void aNameThatNoTextHasIsRefused() {
		// Two encoded surrogates that would fuse into one character.
		assertThatExceptionOfType(ErrnoException.class)
			.isThrownBy(() -> NameCodec.decode(new Name("%ED%A0%80%ED%B0%80")))
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EINVAL));
	}

	@Test
	void textOfMoreThan255BytesHasNoName() {
		assertThat(NameCodec.encode("ä".repeat(127))).isNotNull();
		assertThat(NameCodec.encode("ä".repeat(128))).isNull();
		assertThat(NameCodec.encode("/".repeat(86))).isNull();
	}

	@Test
	void aPrefixSplitsNothing() {
		assertThat(NameCodec.encodePrefix("äöü", 5)).isEqualTo("äö");
		assertThat(NameCodec.encodePrefix("a/b", 3)).isEqualTo("a");
		assertThat(NameCodec.encodePrefix("x😀", 4)).isEqualTo("x");
	}

	@Test
	void everyNameIsKept() {
		String[] units = { "%", "2", "5", "F", "E", "C0", "80", "ED", "A0", ".", "x", "%2F", "%25", "%2E", "%C0%80" };
		Random random = new Random(43);
		for (int i = 0; i < 200_000; i++) {
			StringBuilder value = new StringBuilder("%");
			for (int length = random.nextInt(7); length > 0; length--) {
				value.append(units[random.nextInt(units.length)]);
			}
			Name name = new Name(value.toString());
			assertThat(NameCodec.encode(NameCodec.decode(name))).isEqualTo(name);
		}
	}

	@Test
	void everyTextHasOneNameAndEveryNameOneText() {
		String[] units = { "%", "2", "5", "F", "E", "D", "A", "0", "8", ".", "/", "\0", "\uD800", "\uDC00", "ä", "%2F",
				"%25", "%2E", "%ED%A0%80", "%C0%80" };
		Random random = new Random(42);
		Map<String, String> names = new HashMap<>();
		for (int i = 0; i < 200_000; i++) {
			StringBuilder text = new StringBuilder();
			for (int length = random.nextInt(7); length > 0; length--) {
				text.append(units[random.nextInt(units.length)]);
			}
			Name name = NameCodec.encode(text.toString());
			assertThat(name).isNotNull();
			assertThat(NameCodec.decode(name)).isEqualTo(text.toString());
			assertThat(new String(name.value().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
				.isEqualTo(name.value());
			String other = names.put(name.value(), text.toString());
			assertThat(other == null || other.contentEquals(text)).isTrue();
		}
	}

}
