package io.fusemount.core.name;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class NamePartsTests {

	@ParameterizedTest
	@CsvSource({ "a.pdf,a,.pdf", "a.tar.gz,a.tar,.gz", "README,README,''", ".profile,.profile,''", "a.,a,.",
			"a.no extension has so many characters as this,a.no extension has so many characters as this,''" })
	void theLastDotBeginsTheExtension(String name, String stem, String extension) {
		assertThat(NameParts.of(name)).isEqualTo(new NameParts(stem, extension));
	}

	@Test
	void whatFitsStaysWhole() {
		assertThat(NameParts.of("a.pdf").with(" (2)", 9)).isEqualTo("a (2).pdf");
	}

	@Test
	void theStemIsCutAndNoCharacterIs() {
		String name = "ä".repeat(120) + "\uD83D\uDE00.pdf";
		for (int bytes = 30; bytes <= 255; bytes++) {
			String cut = NameParts.of(name).with(" (2)", bytes);
			assertThat(cut).endsWith(" (2).pdf");
			assertThat(cut.getBytes(StandardCharsets.UTF_8).length).isBetween(Math.min(bytes - 3, 249), bytes);
			assertThat(new Name(cut)).isNotNull();
		}
	}

}
