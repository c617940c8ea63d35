package io.fusemount.data.jpa;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.archive.Document;
import io.fusemount.data.jpa.archive.DocumentRepository;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Names in columns of MariaDB whose collation tells neither case nor spaces at the end
 * apart.
 */
@EnabledIfMariaDb
@TestInstance(Lifecycle.PER_CLASS)
class MariaDbInexactNamesTests extends AbstractDirectoryTests {

	private RunningDirectories running;

	@BeforeAll
	void start() {
		this.running = new RunningDirectories(MariaDbServer.shared().createDatabase("inexact", MariaDbServer.INEXACT));
	}

	@AfterAll
	void stop() {
		this.running.close();
	}

	@Override
	RunningDirectories running() {
		this.running.empty();
		return this.running;
	}

	@Test
	@Semantics("A name finds the row of exactly this name, even if the collation of its column regards other names "
			+ "as equal.")
	void nameFindsNothingButItself() {
		for (String path : new String[] { "archive/invoices", "documents", "notes" }) {
			Directory directory = directory(path);
			RegularFile file = create(directory, "a", "x");
			for (String other : new String[] { "A", "a ", "ä", "á", "ａ" }) {
				assertThat(directory.find(new Name(other))).as(other).isNull();
			}
			assertThat(find(directory, "a").key()).isEqualTo(file.key());
		}
	}

	@Test
	@Semantics("A name that the collation of a unique column regards as equal to another file's name is refused with "
			+ "EEXIST.")
	void nameThatCollatesAsAnotherIsTakenWhereNamesAreUnique() {
		Directory directory = directory("archive/invoices");
		create(directory, "a", "x");
		RegularFile other = create(directory, "b", "y");
		for (String name : new String[] { "A", "a ", "á" }) {
			assertThat(errno(() -> create(directory, name, ""))).as(name).isEqualTo(Errno.EEXIST);
			assertThat(errno(() -> directory.rename(other, new Name(name), null))).as(name).isEqualTo(Errno.EEXIST);
		}
		assertThat(list(directory)).containsOnlyKeys("a", "b");
		RegularFile renamed = directory.rename(find(directory, "a"), new Name("A"), null);
		assertThat(find(directory, "A").key()).isEqualTo(renamed.key());
		assertThat(directory.find(new Name("a"))).isNull();
	}

	@Test
	@Semantics("Names that differ only in case or in Unicode composition are different names.")
	void rowsThatCollateAlikeAreNotTheSame() {
		DocumentRepository documents = this.application.getBean(DocumentRepository.class);
		Integer small = documents.save(new Document("a.txt")).getId();
		Integer large = documents.save(new Document("A.txt")).getId();
		Directory directory = directory("documents");
		assertThat(list(directory)).containsOnlyKeys("a.txt", "A.txt");
		assertThat(find(directory, "a.txt").key().id()).isEqualTo(small.toString());
		assertThat(find(directory, "A.txt").key().id()).isEqualTo(large.toString());
		Integer other = documents.save(new Document("A.txt")).getId();
		assertThat(list(directory)).containsOnlyKeys("a.txt", "A~" + large + ".txt", "A~" + other + ".txt");
		assertThat(directory.find(new Name("A.txt"))).isNull();
		assertThat(find(directory, "a.txt").key().id()).isEqualTo(small.toString());
	}

}
