package io.fusemount.conformance.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages for people: lines of prose are short enough for their changes to be read.
 */
class DocumentLinesTests {

	private static final int LONGEST = 120;

	private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

	/** Code, tables and pictures, whose lines have to stay whole. */
	private static final Pattern NO_PROSE = Pattern.compile("^ *```.*?^ *```$|^ *(\\||!\\[).*?$",
			Pattern.MULTILINE | Pattern.DOTALL);

	@ParameterizedTest
	@MethodSource("io.fusemount.conformance.documentation.DocumentLinksTests#pages")
	void noLineOfProseIsLong(Path page) throws IOException {
		assertThat(NO_PROSE.matcher(Files.readString(ROOT.resolve(page))).replaceAll("").lines()).allSatisfy(
				(line) -> assertThat(line.codePointCount(0, line.length())).as(line).isLessThanOrEqualTo(LONGEST));
	}

}
