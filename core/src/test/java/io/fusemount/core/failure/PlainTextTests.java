package io.fusemount.core.failure;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PlainTextTests {

	@Test
	void textOfAnyScriptStaysAsItIs() {
		assertThat(PlainText.of("Größe 5 €/数 \ud83d\ude00")).isEqualTo("Größe 5 €/数 \ud83d\ude00");
	}

	@Test
	void lineBreaksAndEscapeSequencesAreShownNotObeyed() {
		assertThat(PlainText.of("a\r\nb\u001b[31m\u009b\u007f")).isEqualTo("a\\x0d\\x0ab\\x1b[31m\\x9b\\x7f");
		assertThat(PlainText.of("a\u2028b\u2029")).isEqualTo("a\\u{2028}b\\u{2029}");
	}

	@Test
	void whatCanNotBeSeenOrTurnsTheDirectionOfWritingIsShown() {
		assertThat(PlainText.of("\u202efdp.exe\u200b")).isEqualTo("\\u{202e}fdp.exe\\u{200b}");
	}

	@Test
	void halfACharacterIsShown() {
		assertThat(PlainText.of("a\ud800b")).isEqualTo("a\\xd800b");
	}

	@Test
	void allOfALongPathIsThereForTheLog() {
		String path = "/directory".repeat(400) + "/name";
		assertThat(PlainText.of(path)).isEqualTo(path);
	}

	@Test
	void whatIsKeptInMemoryEndsAfterAThousandCharacters() {
		assertThat(PlainText.brief("\ud83d\ude00".repeat(999) + "ab")).isEqualTo("\ud83d\ude00".repeat(999) + "a");
	}

}
