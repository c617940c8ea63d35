package io.fusemount.sample;

import java.util.List;
import java.util.Map;

import io.fusemount.conformance.shell.ShellResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code mv} between the directories of two repositories, and within one.
 */
abstract class ArchiveMoves {

	private static final String INVOICES = AbstractArchiveTests.INVOICES;

	abstract RunningArchive archive();

	@AfterEach
	void removeFiles() {
		sh("rm -f documents/moved-* " + INVOICES + "/moved-*");
	}

	@Test
	void fileMovesToAnotherRepository() {
		sh("printf text > documents/moved-a.txt && touch -d @1000000000 documents/moved-a.txt"
				+ " && mv documents/moved-a.txt " + INVOICES + "/");
		assertThat(sh("cat " + INVOICES + "/moved-a.txt; stat -c %Y " + INVOICES + "/moved-a.txt"))
			.isEqualTo("text1000000000\n");
		assertThat(names("documents")).isEmpty();
		assertThat(archive().item("invoices", "moved-a.txt")).containsEntry("size", 4)
			.containsEntry("status", "RECEIVED");
	}

	@Test
	void severalFilesMoveToAnotherRepository() {
		sh("for i in 1 2 3; do seq $i > documents/moved-$i.txt; done; mv documents/moved-* " + INVOICES + "/");
		assertThat(sh("cat " + INVOICES + "/moved-1.txt " + INVOICES + "/moved-2.txt " + INVOICES + "/moved-3.txt"))
			.isEqualTo("1\n1\n2\n1\n2\n3\n");
		assertThat(names("documents")).isEmpty();
	}

	@Test
	void fileThatIsOverwrittenFromAnotherRepositoryKeepsItsRow() {
		sh("printf old > " + INVOICES + "/moved-RE-2026-77.txt && printf newer > documents/moved-a.txt"
				+ " && touch -d @1000000000 documents/moved-a.txt");
		Object id = archive().item("invoices", "moved-RE-2026-77.txt").get("id");
		// The test copies open files.
		archive().awaitAllClosed();
		sh("mv -f documents/moved-a.txt " + INVOICES + "/moved-RE-2026-77.txt");
		assertThat(archive().item("invoices", "moved-RE-2026-77.txt")).containsEntry("id", id)
			.containsEntry("size", 5)
			.containsEntry("number", "RE-2026-77");
		assertThat(sh("cat " + INVOICES + "/moved-*; stat -c %Y " + INVOICES + "/moved-*"))
			.isEqualTo("newer1000000000\n");
		assertThat(names("documents")).isEmpty();
	}

	@Test
	void fileThatIsOverwrittenInItsDirectoryKeepsItsRowAndHasTheContentOfTheOther() {
		sh("printf old > documents/moved-a.txt && printf newer > documents/moved-b.txt");
		Object id = archive().item("documents", "moved-a.txt").get("id");
		sh("mv -f documents/moved-b.txt documents/moved-a.txt");
		assertThat(archive().item("documents", "moved-a.txt")).containsEntry("id", id).containsEntry("size", 5);
		assertThat(archive().get("/api/documents/" + id + "/content").getBody()).asString().isEqualTo("newer");
		assertThat(sh("cat documents/moved-a.txt")).isEqualTo("newer");
	}

	@Test
	void fileThatTheOtherRepositoryRefusesStays() {
		ShellResult moved = archive().shell()
			.run("printf MZ > documents/moved-a.exe && mv documents/moved-a.exe " + INVOICES + "/");
		assertThat(moved.isSuccess()).isFalse();
		assertThat(moved.errors()).contains("moved-a.exe", "Invalid argument");
		assertThat(sh("cat documents/moved-a.exe")).isEqualTo("MZ");
		assertThat(names("invoices")).isEmpty();
	}

	@Test
	void namesThatAreExchangedInStepsKeepTheirRows() {
		sh("printf a > documents/moved-a && printf b > documents/moved-b");
		Object a = archive().item("documents", "moved-a").get("id");
		Object b = archive().item("documents", "moved-b").get("id");
		sh("cd documents && mv moved-a moved-c && mv moved-b moved-a && mv moved-c moved-b");
		assertThat(archive().item("documents", "moved-a")).containsEntry("id", b);
		assertThat(archive().item("documents", "moved-b")).containsEntry("id", a);
		assertThat(sh("cat documents/moved-a documents/moved-b")).isEqualTo("ba");
		assertThat(names("documents")).containsExactly("moved-a", "moved-b");
	}

	private List<String> names(String collection) {
		return archive().items(collection)
			.stream()
			.map((Map<String, Object> item) -> String.valueOf(item.get("name")))
			.filter((name) -> name.startsWith("moved-"))
			.sorted()
			.toList();
	}

	private String sh(String line) {
		return archive().shell().check(line);
	}

}
