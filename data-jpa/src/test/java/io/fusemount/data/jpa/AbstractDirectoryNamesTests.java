package io.fusemount.data.jpa;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.archive.Document;
import io.fusemount.data.jpa.archive.DocumentRepository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Names of files, from programs and from the application, and what renaming does.
 */
abstract class AbstractDirectoryNamesTests extends AbstractDirectoryTests {

	private static final Instant LONG_AGO = Instant.parse("2001-02-03T04:05:06.789012Z");

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents", "notes" })
	void renamedFileKeepsIdentityAndContent(String path) {
		Directory directory = directory(path);
		RegularFile file = create(directory, "a", "content");
		RegularFile renamed = directory.rename(file, new Name("b"), null);
		assertThat(renamed.key()).isEqualTo(file.key());
		assertThat(renamed.attributes().modified()).isEqualTo(file.attributes().modified());
		assertThat(directory.find(new Name("a"))).isNull();
		assertThat(find(directory, "b").attributes()).isEqualTo(renamed.attributes());
		assertThat(find(directory, "b").isSameVersion(renamed)).isTrue();
		assertThat(read(renamed)).isEqualTo("content");
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents", "notes" })
	void replacedFileKeepsIdentityAndTakesContent(String path) {
		Directory directory = directory(path);
		RegularFile source = create(directory, "new", "new content");
		RegularFile replaced = create(directory, "old", "old");
		RegularFile result = directory.rename(source, new Name("old"), replaced);
		assertThat(result.key()).isEqualTo(replaced.key());
		assertThat(list(directory)).containsOnlyKeys("old");
		assertThat(read(find(directory, "old"))).isEqualTo("new content");
		assertThat(find(directory, "old").attributes()).isEqualTo(result.attributes());
		assertThat(result.isSameVersion(replaced)).isFalse();
		assertThat(find(directory, "old").isSameVersion(result)).isTrue();
	}

	@Test
	void replacedFileOfSameSizeAndTimeGetsNewVersion() {
		Directory directory = directory("archive/invoices");
		RegularFile source = create(directory, "new", "new").update(new FileChanges(null, LONG_AGO));
		RegularFile replaced = create(directory, "old", "old").update(new FileChanges(null, LONG_AGO));
		RegularFile result = directory.rename(source, new Name("old"), replaced);
		assertThat(result.isSameVersion(replaced)).isFalse();
		assertThat(find(directory, "old").isSameVersion(result)).isTrue();
		assertThat(read(result)).isEqualTo("new");
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents", "notes" })
	void takenNameIsRefused(String path) {
		Directory directory = directory(path);
		create(directory, "a", "");
		RegularFile other = create(directory, "b", "");
		assertThat(errno(() -> create(directory, "a", ""))).isEqualTo(Errno.EEXIST);
		assertThat(errno(() -> directory.rename(other, new Name("a"), null))).isEqualTo(Errno.EEXIST);
		assertThat(list(directory)).containsOnlyKeys("a", "b");
	}

	@Test
	void nameThatIsTooLongForItsColumnIsRefused() {
		Directory directory = directory("notes");
		RegularFile longest = create(directory, "ä".repeat(40), "");
		assertThat(errno(() -> create(directory, "n".repeat(41), ""))).isEqualTo(Errno.ENAMETOOLONG);
		assertThat(errno(() -> directory.rename(longest, new Name("n".repeat(41)), null)))
			.isEqualTo(Errno.ENAMETOOLONG);
	}

	@Test
	void namesOfAnyKindComeBack() {
		Directory directory = directory("documents");
		List<String> names = List.of("a b", "ä€😀", "100%", "%41", "..%2F", "x~5", "~", "a~b.c", ".hidden", "a.b.c~1",
				"-rf", "new\nline", "'; drop table document; --", "\\", "*", "%");
		names.forEach((name) -> create(directory, name, name));
		assertThat(list(directory)).containsOnlyKeys(names);
		names.forEach((name) -> assertThat(read(find(directory, name))).isEqualTo(name));
	}

	@Test
	void namesOfTheApplicationAreEncoded() {
		DocumentRepository documents = this.application.getBean(DocumentRepository.class);
		documents.save(new Document("a/b"));
		documents.save(new Document(".."));
		documents.save(new Document(""));
		Integer nameless = documents.save(new Document(null)).getId();
		Integer longest = documents.save(new Document("ü".repeat(200) + ".txt")).getId();
		Directory directory = directory("documents");
		Map<String, RegularFile> files = list(directory);
		assertThat(files).hasSize(5).containsKeys("a%2Fb", "%2E%2E", "%", "~" + nameless);
		assertThat(files.keySet()).anyMatch((name) -> name.endsWith("ü~" + longest + ".txt"));
		files.forEach((name, file) -> assertThat(find(directory, name).key()).isEqualTo(file.key()));
	}

	@Test
	void textThatTheDatabaseHasNoCharactersForIsFoundNowhere() {
		Directory directory = directory("documents");
		for (String name : List.of("%C0%80", "%ED%A0%80", "a~%C0%80")) {
			assertThat(directory.find(new Name(name))).isNull();
		}
		assertThat(catchThrowable(() -> create(directory, "a%C0%80", ""))).satisfiesAnyOf(
				(failure) -> assertThat(find(directory, "a%C0%80")).isNotNull(),
				(failure) -> assertThat(((ErrnoException) failure).errno()).isEqualTo(Errno.EINVAL));
	}

}
