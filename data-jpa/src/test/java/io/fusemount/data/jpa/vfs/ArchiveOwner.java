package io.fusemount.data.jpa.vfs;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.memory.Gate;
import io.fusemount.conformance.vfs.Application;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.archive.ArchiveApplication;
import io.fusemount.data.jpa.archive.Invoice;
import io.fusemount.data.jpa.archive.InvoiceRepository;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.support.ObservedTransactionManager;
import io.fusemount.data.jpa.support.Statements;
import io.fusemount.data.jpa.support.TestDatabase;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The application that owns the invoices in a database.
 */
final class ArchiveOwner implements Application, AutoCloseable {

	private static final int PAGE_SIZE = 7;

	private final ConfigurableApplicationContext context;

	private final InvoiceRepository invoices;

	private final ObservedTransactionManager transactions;

	private final Statements statements;

	private final JdbcTemplate jdbc;

	private final String contentExpression;

	private final Directory directory;

	/**
	 * Starts the application.
	 * @param contentExpression the SQL for the bytes of the column {@code document}
	 */
	ArchiveOwner(String url, String contentExpression) {
		this.context = TestDatabase.start(url, ArchiveApplication.class);
		this.invoices = this.context.getBean(InvoiceRepository.class);
		this.transactions = this.context.getBean(ObservedTransactionManager.class);
		this.statements = this.context.getBean(Statements.class);
		this.jdbc = new JdbcTemplate(this.context.getBean(javax.sql.DataSource.class));
		this.contentExpression = contentExpression;
		JpaSettings settings = new JpaSettings(DetectionStrategy.ANNOTATED, false, PAGE_SIZE, Duration.ofSeconds(30),
				64L << 20);
		this.directory = Objects.requireNonNull(new JpaDirectories(this.context.getBeanFactory(), settings,
				new DatabasePermits(4, Duration.ofSeconds(10)))
			.directories()
			.get("archive/invoices"));
	}

	/** Returns the directory, empty. */
	Directory emptyDirectory() {
		this.transactions.reset();
		this.statements.clear();
		this.jdbc.execute("delete from invoice");
		return this.directory;
	}

	@Override
	public void put(String name, byte[] content) {
		inTransaction(() -> {
			Invoice invoice = this.invoices.findByNumber(name).orElseGet(() -> new Invoice(name));
			invoice.setDocument(content);
			this.invoices.save(invoice);
		});
	}

	@Override
	public void noteSize(String name, long size) {
		this.jdbc.update("update invoice set size = ? where number = ?", size, name);
	}

	@Override
	public boolean takes(long bytes) {
		try {
			this.directory.requireRoomFor(bytes);
			return true;
		}
		catch (ErrnoException ex) {
			return false;
		}
	}

	@Override
	public void remove(String name) {
		inTransaction(() -> this.invoices.delete(this.invoices.findByNumber(name).orElseThrow()));
	}

	private void inTransaction(Runnable work) {
		this.transactions.asApplication(() -> {
			new TransactionTemplate(this.transactions).executeWithoutResult((status) -> work.run());
			return null;
		});
	}

	@Override
	public byte @Nullable [] content(String name) {
		List<byte[]> contents = this.jdbc
			.queryForList("select " + this.contentExpression + " from invoice where number = ?", byte[].class, name);
		return contents.isEmpty() ? null : contents.get(0);
	}

	@Override
	public @Nullable NodeKey key(String name) {
		List<String> ids = this.jdbc.queryForList("select id from invoice where number = ?", String.class, name);
		return ids.isEmpty() ? null : new NodeKey("Invoice", ids.get(0));
	}

	@Override
	public long commits() {
		return this.transactions.writes();
	}

	@Override
	public long lookups() {
		return this.transactions.reads() - fetches();
	}

	@Override
	public long fetches() {
		return this.statements.fetches();
	}

	@Override
	public void failNextCommit(Errno errno) {
		this.transactions.failNextWrite(errno);
	}

	@Override
	public Gate holdCommits() {
		return this.transactions.holdWrites();
	}

	@Override
	public void close() {
		this.context.close();
	}

}
