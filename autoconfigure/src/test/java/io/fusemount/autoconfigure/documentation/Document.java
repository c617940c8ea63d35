package io.fusemount.autoconfigure.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A page for people, as its headings, tables and names.
 *
 * @param path the path in the project
 * @param text the text of the page
 */
record Document(String path, String text) {

	private static final Path ROOT = Path.of("..");

	static Document of(String path) {
		try {
			return new Document(path, Files.readString(ROOT.resolve(path)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Returns all pages that say how it is now. */
	static List<Document> all() throws IOException {
		try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
			return Stream
				.concat(Stream.of("README.md", "CONTRIBUTING.md"),
						files.map((file) -> "docs/" + file.getFileName()).filter((path) -> path.endsWith(".md")))
				.map(Document::of)
				.toList();
		}
	}

	/** Returns the cells of the table below a heading, without its head. */
	List<List<String>> table(String heading) {
		Matcher section = Pattern
			.compile("^#+ " + Pattern.quote(heading) + "$(.*?)(?=^#|\\z)", Pattern.MULTILINE | Pattern.DOTALL)
			.matcher(this.text);
		assertThat(section.find()).as("A section '%s' in %s", heading, this.path).isTrue();
		return section.group(1).lines().filter((line) -> line.startsWith("|")).skip(2).map(Document::cells).toList();
	}

	private static List<String> cells(String line) {
		return Arrays.stream(line.substring(1, line.length() - 1).split("\\|", -1)).map(String::strip).toList();
	}

	/** Returns the names in code that begin with one of the prefixes and a dot. */
	List<String> namesIn(String... prefixes) {
		return Pattern.compile("(?<![\\w./@-])(?:" + String.join("|", prefixes) + ")\\.[a-z][a-z.-]*[a-z*](?![\\w(])")
			.matcher(this.text)
			.results()
			.map((name) -> name.group())
			.toList();
	}

	@Override
	public String toString() {
		return this.path;
	}

}
