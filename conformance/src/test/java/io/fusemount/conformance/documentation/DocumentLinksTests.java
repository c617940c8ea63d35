package io.fusemount.conformance.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages for people: what they point to is there.
 */
class DocumentLinksTests {

	private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

	private static final Pattern CODE = Pattern.compile("^```.*?^```$|`[^`\\n]+`", Pattern.MULTILINE | Pattern.DOTALL);

	private static final Pattern LINK = Pattern.compile("\\]\\(([^()\\s]+)\\)");

	private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);

	static List<Path> pages() throws IOException {
		try (Stream<Path> top = Files.list(ROOT);
				Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
				Stream<Path> results = Files.list(ROOT.resolve("bench/results"))) {
			return Stream.of(top, docs, results)
				.flatMap((files) -> files)
				.filter((file) -> file.toString().endsWith(".md"))
				.map(ROOT::relativize)
				.sorted()
				.toList();
		}
	}

	@ParameterizedTest
	@MethodSource("pages")
	void everyLinkLeadsSomewhere(Path page) {
		Path file = ROOT.resolve(page);
		assertThat(links(file)).allSatisfy((link) -> {
			String[] parts = link.split("#", 2);
			Path target = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]).normalize();
			assertThat(target).exists().startsWith(ROOT);
			if (parts.length > 1) {
				assertThat(anchors(target)).contains(parts[1]);
			}
		});
	}

	@ParameterizedTest
	@MethodSource("pages")
	void everyPageIsReachedFromAnother(Path page) throws IOException {
		if (!page.equals(Path.of("README.md"))) {
			assertThat(pages()).filteredOn((other) -> !other.equals(page))
				.flatMap((other) -> links(ROOT.resolve(other)).stream()
					.map((link) -> ROOT.resolve(other).resolveSibling(link.replaceFirst("#.*", "")).normalize())
					.toList())
				.contains(ROOT.resolve(page));
		}
	}

	@Test
	void theIndexOfDecisionsNamesEachRecordOnceAndInOrder() throws IOException {
		Path index = ROOT.resolve("docs/decisions/README.md");
		try (Stream<Path> records = Files.list(index.getParent())) {
			assertThat(links(index)).filteredOn((link) -> !link.startsWith("../"))
				.isEqualTo(records.filter((record) -> !record.equals(index))
					.map((record) -> record.getFileName().toString())
					.sorted()
					.toList());
		}
	}

	private static List<String> links(Path file) {
		return LINK.matcher(CODE.matcher(read(file)).replaceAll(""))
			.results()
			.map((link) -> link.group(1))
			.filter((link) -> !link.matches("[a-z]+:.*"))
			.toList();
	}

	/** The anchors of headings, as GitHub and GitLab make them. */
	private static List<String> anchors(Path file) {
		String text = Pattern.compile("^```.*?^```$", Pattern.MULTILINE | Pattern.DOTALL)
			.matcher(read(file))
			.replaceAll("");
		return HEADING.matcher(text)
			.results()
			.map((heading) -> heading.group(1)
				.toLowerCase(Locale.ROOT)
				.replaceAll("[^\\p{L}\\p{N} _-]", "")
				.replace(' ', '-'))
			.toList();
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
