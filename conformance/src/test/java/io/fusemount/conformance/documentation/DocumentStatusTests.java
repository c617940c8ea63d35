package io.fusemount.conformance.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each record of a decision says whether it is in force.
 */
class DocumentStatusTests {

	private static final Path DECISIONS = Path.of("../docs/decisions").toAbsolutePath().normalize();

	private static final Pattern STATUS = Pattern.compile(
			"Status: (?:in force|(?:superseded by|part of) \\[(\\d{3})\\]\\(\\1-[a-z0-9.-]+\\.md\\))(?:, [^,;]+)?");

	static List<Path> records() throws IOException {
		try (Stream<Path> files = Files.list(DECISIONS)) {
			return files.map(Path::getFileName).filter((file) -> !file.equals(Path.of("README.md"))).sorted().toList();
		}
	}

	@ParameterizedTest
	@MethodSource("records")
	void everyDecisionSaysWhetherItIsInForce(Path record) throws IOException {
		List<String> lines = Files.readAllLines(DECISIONS.resolve(record));
		assertThat(lines.get(0)).startsWith("# " + record.toString().substring(0, 3) + " ");
		assertThat(lines).filteredOn((line) -> line.startsWith("Status:"))
			.singleElement()
			.isEqualTo(lines.get(2))
			.asString()
			.matches(STATUS);
	}

}
