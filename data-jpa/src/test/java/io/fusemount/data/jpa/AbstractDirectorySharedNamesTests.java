package io.fusemount.data.jpa;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.filesystem.NodeFileSystem;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.data.jpa.archive.Document;
import io.fusemount.data.jpa.archive.DocumentRepository;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rows that the application has given the same name. What is remembered of a name
 * outlasts a test, so each has its own.
 */
abstract class AbstractDirectorySharedNamesTests extends AbstractDirectoryTests {

	@TempDir
	Path spool;

	private Directory documents;

	@BeforeEach
	void useDocuments() {
		this.documents = directory("documents");
	}

	private int save(String name) {
		return this.application.getBean(DocumentRepository.class).save(new Document(name)).getId();
	}

	private static String marked(String stem, int id) {
		return stem + "~" + id + ".jpg";
	}

	@Test
	void namesThatSeveralRowsHaveAreNotLookedUpTogether() {
		int first = save("twice.jpg");
		save("twice.jpg");
		save("once.jpg");
		List<Name> names = List.of(new Name("twice.jpg"), new Name("once.jpg"), new Name(marked("twice", first)));
		assertThat(this.documents.findTogether(names)).containsOnlyKeys(new Name("once.jpg"));
	}

	private Set<String> names() {
		return list(this.documents).keySet();
	}

	private void assertFound(String name, int id) {
		assertThat(find(this.documents, name).key().id()).as(name).isEqualTo(String.valueOf(id));
	}

	private boolean isFound(String name) {
		return this.documents.find(new Name(name)) != null;
	}

	@Test
	@Semantics("Each of several rows with the same name has a name with its id, such as `photo~102.jpg`.")
	@Semantics("The plain name of several rows stands for none of them: looking it up ends with ENOENT, and giving "
			+ "it to a file with EEXIST.")
	void theNameAloneStandsForNoneOfSeveralRows() {
		int first = save("photo.jpg");
		assertFound("photo.jpg", first);
		int second = save("photo.jpg");
		assertThat(isFound("photo.jpg")).isFalse();
		assertThat(this.documents.isTaken(new Name("photo.jpg"))).isTrue();
		assertThat(names()).containsExactlyInAnyOrder(marked("photo", first), marked("photo", second));
		assertFound(marked("photo", first), first);
		assertFound(marked("photo", second), second);
		assertThat(errno(() -> create(this.documents, "photo.jpg", "x"))).isEqualTo(Errno.EEXIST);
		RegularFile other = create(this.documents, "other.jpg", "x");
		assertThat(failure(() -> this.documents.rename(other, new Name("photo.jpg"), null)))
			.hasMessage("Several rows have the name 'photo.jpg'");
		RegularFile one = find(this.documents, marked("photo", first));
		assertThat(errno(() -> this.documents.rename(one, new Name("photo.jpg"), null))).isEqualTo(Errno.EEXIST);
	}

	@Test
	@Semantics("A name with an id still belongs to its row when the other rows of that name are gone.")
	void aNameThatWasListedStaysTheNameOfItsRow() {
		int first = save("cat.jpg");
		int second = save("cat.jpg");
		assertThat(names()).hasSize(2);
		this.documents.delete(find(this.documents, marked("cat", first)));
		assertThat(names()).containsExactly(marked("cat", second));
		assertFound(marked("cat", second), second);
		assertThat(isFound("cat.jpg")).isFalse();
		assertThat(isFound(marked("cat", first))).isFalse();
	}

	@Test
	void aRowThatNobodySawBesideAnotherHasItsNameAlone() {
		int id = save("dog.jpg");
		assertThat(names()).containsExactly("dog.jpg");
		assertFound("dog.jpg", id);
		// Such a name could be anybody's.
		assertThat(isFound(marked("dog", id))).isFalse();
		assertThat(this.documents.isTaken(new Name("dog.jpg"))).isFalse();
	}

	@Test
	void theLastOfThemCanBeRenamedToItsNameAlone() {
		int first = save("cow.jpg");
		int second = save("cow.jpg");
		assertThat(isFound("cow.jpg")).isFalse();
		this.documents.delete(find(this.documents, marked("cow", second)));
		assertThat(this.documents.isTaken(new Name("cow.jpg"))).isTrue();
		this.documents.rename(find(this.documents, marked("cow", first)), new Name("cow.jpg"), null);
		assertThat(names()).containsExactly("cow.jpg");
		assertFound("cow.jpg", first);
	}

	@Test
	void aNameThatNoRowHasAnyMoreIsFree() {
		save("pig.jpg");
		save("pig.jpg");
		assertThat(isFound("pig.jpg")).isFalse();
		this.application.getBean(DocumentRepository.class).deleteAll();
		assertThat(this.documents.isTaken(new Name("pig.jpg"))).isFalse();
		create(this.documents, "pig.jpg", "x");
		assertThat(names()).containsExactly("pig.jpg");
	}

	@Test
	void rowsWhoseTextLooksLikeANameWithAnIdKeepTheirs() {
		int first = save("hen.jpg");
		int second = save("hen.jpg");
		int rival = save(marked("hen", second));
		Map<String, RegularFile> files = list(this.documents);
		assertThat(files).hasSize(3).containsKeys(marked("hen", first), marked("hen", second));
		files.forEach((name, file) -> assertThat(find(this.documents, name).key()).isEqualTo(file.key()));
		assertFound(marked("hen", second), rival);
	}

	@Test
	void manyRowsOfOneNameAreListedByPages() {
		List<String> expected = new ArrayList<>();
		for (int i = 0; i < 2 * PAGE_SIZE + 1; i++) {
			expected.add(marked("bee", save("bee.jpg")));
		}
		assertThat(names()).containsExactlyInAnyOrderElementsOf(expected);
		for (String name : expected) {
			assertThat(isFound(name)).isTrue();
		}
	}

	@Test
	void programsNeverMeetAnotherRowThanTheOneTheySaw() throws Exception {
		FileSystemSettings settings = new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE,
				Duration.ofSeconds(30), 100, ScratchSettings.defaults());
		try (NodeFileSystem fileSystem = NodeFileSystem.create(
				VirtualDirectory.root(Map.of("d", this.documents), Instant.EPOCH), settings,
				FileSystemSpool.open(this.spool), new OperationListener() {
				})) {
			int first = save("fox.jpg");
			int second = save("fox.jpg");
			// rm d/fox.jpg
			assertThat(errno(() -> fileSystem.delete(fileSystem.locate("/d/fox.jpg")))).isEqualTo(Errno.ENOENT);
			// rm d/fox~1.jpg; rm d/fox~1.jpg; rm d/fox.jpg
			fileSystem.delete(fileSystem.locate("/d/" + marked("fox", first)));
			assertThat(errno(() -> fileSystem.delete(fileSystem.locate("/d/" + marked("fox", first)))))
				.isEqualTo(Errno.ENOENT);
			assertThat(errno(() -> fileSystem.delete(fileSystem.locate("/d/fox.jpg")))).isEqualTo(Errno.ENOENT);
			// echo > d/fox.jpg
			assertThat(failure(() -> fileSystem.create(fileSystem.locate("/d/fox.jpg"), OpenOptions.READ_WRITE)))
				.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EEXIST))
				.hasMessage("The name is taken, although it is not listed: fox.jpg");
			assertThat(names()).containsExactly(marked("fox", second));
			// mv d/fox~2.jpg d/fox.jpg
			fileSystem.rename(fileSystem.locate("/d/" + marked("fox", second)), fileSystem.locate("/d/fox.jpg"));
			assertThat(fileSystem.resolve("/d/fox.jpg").key().id()).isEqualTo(String.valueOf(second));
		}
	}

}
