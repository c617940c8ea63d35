package io.fusemount.data.jpa;

import io.fusemount.core.node.Directory;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.archive.Invoice;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * News about what the application changes.
 */
abstract class AbstractDirectoryNewsTests extends AbstractDirectoryTests {

	@Test
	void changesOfTheApplicationAreNewsAfterTheCommit() {
		Directory directory = directory("archive/invoices");
		invoices().save(new Invoice("a"));
		RegularFile file = find(directory, "a");
		assertThat(this.news).containsExactly(file.key());
		this.news.clear();
		inTransaction(() -> {
			invoices().findByNumber("a").orElseThrow().setCustomer("ACME");
			assertThat(this.news).isEmpty();
		});
		assertThat(this.news).containsExactly(file.key());
		invoices().deleteAll();
		assertThat(this.news).containsExactly(file.key(), file.key());
	}

	@Test
	void rollbackIsNoNews() {
		create(directory("archive/invoices"), "a", "x");
		this.news.clear();
		transaction().executeWithoutResult((status) -> {
			invoices().findByNumber("a").orElseThrow().setCustomer("ACME");
			invoices().flush();
			status.setRollbackOnly();
		});
		assertThat(this.news).isEmpty();
	}

}
