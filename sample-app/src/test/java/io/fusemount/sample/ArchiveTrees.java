package io.fusemount.sample;

import java.nio.charset.StandardCharsets;
import java.time.Year;
import java.util.Map;

import io.fusemount.conformance.shell.ShellResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Customers, folders and years as directories, and the effect of their changes on rows.
 */
abstract class ArchiveTrees {

	private static final String BAKERY = "customers/Bäckerei\\ Müller";

	private static final String CAFE = "customers/Café\\ Zürich";

	abstract RunningArchive archive();

	@AfterEach
	void removeFiles() {
		sh("rm -rf documents/tree* && rm -f customers/*/*/tree* && for d in customers/Tree*; do"
				+ " [ ! -d \"$d\" ] || rmdir \"$d\"; done");
	}

	@Test
	void aCustomerIsADirectoryOfInvoicesAndCorrespondence() {
		assertThat(sh("ls customers").lines()).contains("Autohaus Schröder GmbH", "Bäckerei Müller", "Café Zürich");
		assertThat(sh("ls " + BAKERY).lines()).containsExactly("correspondence", "invoices");
		assertThat(sh("ls " + BAKERY + "/invoices").lines()).contains("RE-2026-0001 Bäckerei Müller.pdf",
				"RE-2026-0004 Bäckerei Müller.pdf");
		assertThat(sh("cat " + CAFE + "/correspondence/Reminder.txt")).startsWith("Café Zürich\n");
	}

	@Test
	void aDirectoryThatIsMadeIsACustomerAndGoesWhenNothingIsInIt() {
		sh("mkdir customers/Tree\\ nursery");
		assertThat(archive().item("customers", "Tree nursery")).containsEntry("createdBy", "archive");
		sh("echo hello > customers/Tree\\ nursery/correspondence/tree.txt");
		assertThat(archive().item("letters", "tree.txt")).containsEntry("customer", "Tree nursery");
		assertThat(archive().shell().run("rmdir customers/Tree\\ nursery").errors()).contains("not empty");
		sh("mv customers/Tree\\ nursery customers/Trees");
		assertThat(archive().item("letters", "tree.txt")).containsEntry("customer", "Trees");
		sh("rm customers/Trees/correspondence/tree.txt && rmdir customers/Trees");
		assertThat(archive().items("customers")).extracting("name").doesNotContain("Tree nursery", "Trees");
	}

	@Test
	void aFileMovesToAnotherCustomerWithItsRow() {
		sh("printf text > " + BAKERY + "/invoices/tree.pdf");
		Map<String, Object> before = archive().item("invoices", "tree.pdf");
		assertThat(before).containsEntry("customer", "Bäckerei Müller");
		sh("mv " + BAKERY + "/invoices/tree.pdf " + CAFE + "/invoices/");
		assertThat(archive().item("invoices", "tree.pdf")).containsEntry("id", before.get("id"))
			.containsEntry("customer", "Café Zürich");
		assertThat(sh("cat " + CAFE + "/invoices/tree.pdf")).isEqualTo("text");
	}

	@Test
	void anInvoiceThatNobodyHasAssignedIsAssignedByAMove() {
		archive().upload("invoices", "tree.pdf", "text".getBytes(StandardCharsets.UTF_8));
		Map<String, Object> before = archive().item("invoices", "tree.pdf");
		assertThat(sh("cat 'customers/(none)/invoices/tree.pdf'")).isEqualTo("text");
		sh("mv 'customers/(none)/invoices/tree.pdf' " + BAKERY + "/invoices/");
		assertThat(archive().item("invoices", "tree.pdf")).containsEntry("id", before.get("id"))
			.containsEntry("customer", "Bäckerei Müller");
	}

	@Test
	void theYearsHaveTheSameInvoicesForReading() {
		String year = "invoices/" + Year.now();
		sh("printf text > " + BAKERY + "/invoices/tree.pdf");
		assertThat(sh("cat " + year + "/tree.pdf")).isEqualTo("text");
		Map.of("rm " + year + "/tree.pdf", "Operation not permitted", "touch " + year + "/new.pdf",
				"Read-only file system", "mkdir invoices/1999", "Operation not permitted")
			.forEach((change, refusal) -> {
				ShellResult result = archive().shell().run(change);
				assertThat(result.errors()).as(change).contains(refusal);
			});
	}

	@Test
	void documentsAreAFreeTree() {
		sh("mkdir -p documents/tree/b/c && printf text > documents/tree/b/c/deep.txt");
		Map<String, Object> before = archive().item("documents", "deep.txt");
		assertThat(before.get("folder")).isEqualTo(archive().item("folders", "c").get("id"));
		sh("mv documents/tree/b documents/tree-b && mv documents/tree-b/c/deep.txt documents/tree.txt");
		assertThat(archive().item("documents", "tree.txt")).containsEntry("id", before.get("id"))
			.containsEntry("folder", null);
		assertThat(sh("find documents/tree* | sort").lines()).containsExactly("documents/tree", "documents/tree-b",
				"documents/tree-b/c", "documents/tree.txt");
		sh("rm -r documents/tree*");
		assertThat(archive().items("folders")).extracting("name").doesNotContain("tree", "tree-b", "b", "c");
	}

	@Test
	void whatIsUploadedToAFolderIsInItsDirectoryAndMovesWithIt() {
		archive().post("/api/folders", "{\"name\": \"tree\"}");
		Object folder = archive().item("folders", "tree").get("id");
		archive().upload("documents?folder=" + folder, "a.txt", "text".getBytes(StandardCharsets.UTF_8));
		assertThat(sh("cat documents/tree/a.txt")).isEqualTo("text");
		archive().send(HttpMethod.PUT, "/api/folders/" + folder, "{\"name\": \"tree-2\"}");
		assertThat(sh("cat documents/tree-2/a.txt")).isEqualTo("text");
		assertThat(archive().shell().run("ls documents/tree").isSuccess()).isFalse();
	}

	private String sh(String line) {
		return archive().shell().check(line);
	}

}
