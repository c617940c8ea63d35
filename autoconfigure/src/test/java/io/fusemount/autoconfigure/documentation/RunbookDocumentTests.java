package io.fusemount.autoconfigure.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The statements of the runbook on outages are verified by tests, which it names.
 */
class RunbookDocumentTests {

	private static final Path ROOT = Path.of("..");

	private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+Tests)\\.(\\w+)`");

	private static final Pattern SUPERCLASS = Pattern.compile("class \\w+ extends (\\w+)");

	private final Document page = Document.of("docs/RUNBOOK.md");

	private final Map<String, Path> sources = sources();

	private static Map<String, Path> sources() {
		Map<String, Path> sources = new TreeMap<>();
		try (Stream<Path> files = Files.find(ROOT, 20,
				(path, attributes) -> attributes.isRegularFile() && path.toString().endsWith(".java"))) {
			files.forEach((file) -> sources.put(file.getFileName().toString().replace(".java", ""), file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return sources;
	}

	@Test
	void everyTestThatIsNamedIsThere() throws IOException {
		List<String> missing = new ArrayList<>();
		Matcher tests = TEST.matcher(this.page.text());
		while (tests.find()) {
			if (!isThere(tests.group(1), tests.group(2))) {
				missing.add(tests.group());
			}
		}
		assertThat(missing).isEmpty();
	}

	/** Kits and abstract classes have the tests of those that extend them. */
	private boolean isThere(String type, String method) throws IOException {
		Path source = this.sources.get(type);
		if (source == null) {
			return false;
		}
		String text = Files.readString(source);
		if (text.contains("void " + method + "(")) {
			return true;
		}
		Matcher superclass = SUPERCLASS.matcher(text);
		return superclass.find() && isThere(superclass.group(1), method);
	}

	@Test
	void everyOutageSaysWhatIsSeenWhatItMeansWhatToDoAndWhichTestHasSeenIt() {
		List<String> outages = outages();
		assertThat(outages).allSatisfy((outage) -> {
			assertThat(outage).containsSubsequence("* **Seen**: ", "* **Means**: ", "* **Do**: ", "* **Test**: ");
			assertThat(TEST.matcher(outage.substring(outage.indexOf("* **Test**: "))).find()).isTrue();
		});
	}

	/** The sections below the headings that begin with "Outages". */
	private List<String> outages() {
		List<String> outages = new ArrayList<>();
		Matcher chapters = Pattern.compile("^## Outages.*?(?=^## |\\z)", Pattern.MULTILINE | Pattern.DOTALL)
			.matcher(this.page.text());
		while (chapters.find()) {
			Stream.of(chapters.group().split("(?m)^### ")).skip(1).forEach(outages::add);
		}
		return outages;
	}

}
