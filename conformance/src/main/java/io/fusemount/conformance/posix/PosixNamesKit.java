package io.fusemount.conformance.posix;

import java.nio.charset.StandardCharsets;

import io.fusemount.conformance.directory.DirectoryKit;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: names are bytes, and are returned as they were given.
 */
abstract class PosixNamesKit extends DirectoryKit {

	@ParameterizedTest
	@ValueSource(strings = { "plain", "with space", " leading and trailing ", "two\nlines", "tab\there", "'single'",
			"\"double\"", "`backtick`$HOME", "-rf", "--help", "*", "?", "[a-z]", "back\\slash", "trailing dot.",
			"trailing dots..", "...", ".hidden", "~", "#comment#", "100%", "%2F", "%00", "%2E", "a%25b", "a:b", "a|b",
			"<tag>", "Grüße", "naïve.txt", "e\u0301", "ﬁ", "日本語.txt", "עברית", "😀.png", "👩‍👩‍👧", "\u200b",
			"\u0001control", "aux", "nul.txt" })
	@Semantics("Any name of 1 to 255 bytes of UTF-8 without `/` and NUL is kept byte for byte.")
	void anyNameIsKept(String name) {
		String word = Shell.quote("./" + name);
		sh("printf content > " + word);
		assertThat(names()).containsExactly(name);
		assertThat(sh("cat " + word)).isEqualTo("content");
		sh("mv " + word + " other && mv other " + word);
		assertThat(names()).containsExactly(name);
		sh("rm " + word);
		assertThat(names()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "x", "é", "語", "😀" })
	void nameOf255BytesIsFineAnd256AreTooMany(String character) {
		int bytes = character.getBytes(StandardCharsets.UTF_8).length;
		String longest = character.repeat(255 / bytes) + "x".repeat(255 % bytes);
		sh("printf content > " + longest);
		assertThat(names()).containsExactly(longest);
		assertThat(sh("cat " + longest)).isEqualTo("content");
		shFails("cat " + longest + "x", "File name too long");
		shFails("mv " + longest + " " + longest + "x", "File name too long");
	}

	@Test
	void namesThatDifferOnlyInCaseOrCompositionAreDifferent() {
		sh("printf 1 > a; printf 2 > A; printf 3 > '\u00e9'; printf 4 > 'e\u0301'; printf 5 > 'a '");
		assertThat(names()).hasSize(5);
		assertThat(sh("cat a A '\u00e9' 'e\u0301' 'a '")).isEqualTo("12345");
	}

	@Test
	void dotAndDotDotAreInEveryListing() {
		sh("printf x > a.txt");
		assertThat(sh("ls -a").lines()).containsExactly(".", "..", "a.txt");
	}

}
