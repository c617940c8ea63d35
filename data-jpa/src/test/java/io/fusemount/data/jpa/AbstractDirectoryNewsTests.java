package io.fusemount.data.jpa;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.archive.Invoice;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

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

	@Test
	void whatTheFilesystemStoresIsNoNews() {
		Directory directory = directory("archive/invoices");
		create(directory, "a", "x");
		find(directory, "a").update(new FileChanges(source("y"), null));
		create(directory, "b", "z");
		directory.rename(find(directory, "a"), new Name("b"), find(directory, "b"));
		directory.rename(find(directory, "b"), new Name("c"), null);
		directory.delete(find(directory, "c"));
		assertThat(this.news).isEmpty();
	}

	@Test
	void whatTheApplicationChangesOnceMoreAfterTheCommitIsNews() {
		onNextCommit(() -> {
			TransactionTemplate another = transaction();
			another.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
			another.executeWithoutResult((status) -> invoices().findByNumber("a").orElseThrow().setCustomer("ACME"));
		});
		Directory directory = directory("archive/invoices");
		create(directory, "a", "x");
		assertThat(this.news).containsExactly(find(directory, "a").key());
	}

	@Test
	void whatTheFilesystemHasStoredIsNewsIfTheApplicationFailsAfterTheCommit() {
		Directory directory = directory("archive/invoices");
		onNextCommit(() -> {
			throw new IllegalStateException("The mail server is away");
		});
		assertThatIllegalStateException().isThrownBy(() -> create(directory, "a", "x"))
			.withMessage("The mail server is away");
		RegularFile stored = find(directory, "a");
		assertThat(this.news).containsExactly(stored.key());
		this.news.clear();
		onNextCommit(() -> {
			throw new IllegalStateException("The mail server is away");
		});
		assertThatIllegalStateException().isThrownBy(() -> directory.rename(stored, new Name("b"), null));
		assertThat(this.news).containsExactly(stored.key());
	}

	/** As listeners do that are called after the commit. */
	private void onNextCommit(Runnable action) {
		ConfigurableTransactionManager manager = this.application.getBean(ConfigurableTransactionManager.class);
		manager.addListener(new TransactionExecutionListener() {

			private boolean done;

			@Override
			public void afterCommit(TransactionExecution transaction, @Nullable Throwable failure) {
				if (!this.done) {
					this.done = true;
					action.run();
				}
			}

		});
	}

}
