package io.fusemount.data.jpa.vfs;

import java.util.List;

import io.fusemount.core.node.NodeKey;
import io.fusemount.data.jpa.archive.ArchiveApplication;
import io.fusemount.data.jpa.archive.Invoice;
import io.fusemount.data.jpa.archive.InvoiceRepository;
import io.fusemount.data.jpa.support.TestDatabase;
import org.jspecify.annotations.Nullable;

/**
 * The application that owns the invoices in a database.
 */
final class ArchiveOwner extends DatabaseOwner {

	private final InvoiceRepository invoices;

	/**
	 * Starts the application.
	 * @param contentExpression the SQL for the bytes of the column {@code document}
	 */
	ArchiveOwner(String url, String contentExpression) {
		super(TestDatabase.start(url, ArchiveApplication.class), "archive/invoices", contentExpression);
		this.invoices = context().getBean(InvoiceRepository.class);
	}

	@Override
	void deleteAll() {
		this.jdbc.execute("delete from invoice");
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
	public void remove(String name) {
		inTransaction(() -> this.invoices.delete(this.invoices.findByNumber(name).orElseThrow()));
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

}
