package io.fusemount.conformance.semantics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SemanticsDocumentTests {

	private static final Pattern CLAIM = Pattern.compile("^\\* (.+(?:\\n  .+)*)", Pattern.MULTILINE);

	private static final Pattern QUOTATION = Pattern
		.compile("@Semantics\\(\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"(?:\\s*\\+\\s*)?)+)\\s*\\)");

	private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

	private final Path root = Path.of("..").toAbsolutePath().normalize();

	@Test
	void everyClaimIsQuotedByATest() throws IOException {
		Set<String> unproven = claims();
		unproven.removeAll(quotations());
		assertThat(unproven).isEmpty();
	}

	@Test
	void everyQuotationIsAClaim() throws IOException {
		Set<String> unwritten = quotations();
		assertThat(unwritten).isNotEmpty();
		unwritten.removeAll(claims());
		assertThat(unwritten).isEmpty();
	}

	private Set<String> claims() throws IOException {
		String document = Files.readString(this.root.resolve("docs/SEMANTICS.md"));
		return CLAIM.matcher(document)
			.results()
			.map((claim) -> claim.group(1).replaceAll("\\n\\s+", " "))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private Set<String> quotations() throws IOException {
		Set<String> quotations = new TreeSet<>();
		for (Path source : sources()) {
			QUOTATION.matcher(read(source)).results().map((match) -> text(match.group(1))).forEach(quotations::add);
		}
		return quotations;
	}

	private static String text(String literals) {
		return LITERAL.matcher(literals)
			.results()
			.map((MatchResult literal) -> literal.group(1).replace("\\\"", "\""))
			.collect(Collectors.joining());
	}

	private List<Path> sources() throws IOException {
		try (Stream<Path> files = Files.find(this.root, 20, (path, attributes) -> path.toString().endsWith(".java")
				&& (path.toString().contains("/src/test/") || path.toString().contains("/conformance/src/main/"))
				&& !path.endsWith("SemanticsDocumentTests.java"))) {
			return files.toList();
		}
	}

	private static String read(Path source) {
		try {
			return Files.readString(source);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
