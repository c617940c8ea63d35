package io.fusemount.sample.invoice;

import io.fusemount.sample.archive.IncomingFile;
import io.fusemount.sample.archive.RefusedException;
import io.fusemount.sample.archive.Shredder;
import io.fusemount.sample.customer.Customers;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Adds and deletes invoices by HTTP.
 */
@Service
@Transactional
public class Invoices {

	private final InvoiceRepository repository;

	private final Customers customers;

	private final Shredder shredder;

	Invoices(InvoiceRepository repository, Customers customers, Shredder shredder) {
		this.repository = repository;
		this.customers = customers;
		this.shredder = shredder;
	}

	/**
	 * Adds an invoice and returns its id.
	 * @param customer the customer, {@code null} if unassigned
	 */
	public Long add(IncomingFile file, @Nullable Long customer) {
		if (this.repository.existsByName(file.name())) {
			throw RefusedException.nameTaken(file.name());
		}
		Invoice invoice = new Invoice(file.name());
		invoice.setCustomer((customer != null) ? this.customers.get(customer) : null);
		return file.storeAs(invoice, this.repository);
	}

	/**
	 * Returns an existing invoice.
	 */
	@Transactional(readOnly = true)
	public Invoice get(Long id) {
		return this.repository.find(id).orElseThrow(() -> RefusedException.missing("invoice", id));
	}

	public void delete(Long id) {
		this.shredder.delete(get(id));
	}

}
