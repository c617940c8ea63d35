package io.fusemount.sample.example;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;

import io.fusemount.sample.archive.ArchivedFile;
import io.fusemount.sample.customer.Customer;
import io.fusemount.sample.customer.CustomerRepository;
import io.fusemount.sample.invoice.Invoice;
import io.fusemount.sample.invoice.InvoiceRepository;
import io.fusemount.sample.letter.Letter;
import io.fusemount.sample.letter.LetterRepository;
import org.hibernate.Hibernate;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Fills an empty archive with a few files before it is mounted: customers with their
 * invoices and letters, and documents.
 */
@Component
class ExampleFiles implements SmartInitializingSingleton {

	private static final String BAKERY = "Bäckerei Müller";

	private static final String GARAGE = "Autohaus Schröder GmbH";

	private static final LocalDate DAY = LocalDate.of(2026, 10, 1);

	private final CustomerRepository customers;

	private final InvoiceRepository invoices;

	private final LetterRepository letters;

	private final ExampleDocuments documents;

	private final TransactionOperations transaction;

	ExampleFiles(CustomerRepository customers, InvoiceRepository invoices, LetterRepository letters,
			ExampleDocuments documents, TransactionOperations transaction) {
		this.customers = customers;
		this.invoices = invoices;
		this.letters = letters;
		this.documents = documents;
		this.transaction = transaction;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.transaction.executeWithoutResult((status) -> {
			if (this.customers.count() == 0 && this.invoices.count() == 0 && this.documents.areMissing()) {
				addCustomers();
				this.documents.add();
			}
			// The customers of an archive from before have no logins.
			if (!this.customers.existsByLoginIsNotNull()) {
				this.customers.findByName(BAKERY).ifPresent((bakery) -> bakery.setLogin("mueller"));
				this.customers.findByName(GARAGE).ifPresent((garage) -> garage.setLogin("schroeder"));
			}
		});
	}

	private void addCustomers() {
		Customer bakery = this.customers.save(new Customer(BAKERY));
		Customer garage = this.customers.save(new Customer(GARAGE));
		Customer cafe = this.customers.save(new Customer("Café Zürich"));
		addInvoice(1, bakery, "184.50");
		addInvoice(2, garage, "2310.00");
		addInvoice(3, cafe, "96.20");
		addInvoice(4, bakery, "412.00");
		addLetter(bakery, "Order confirmation.txt", "we confirm your order of two evenings of consulting in October.");
		addLetter(garage, "Offer 2026-11.txt", "we offer to file your service records, at EUR 96.00 per hour.");
		addLetter(cafe, "Reminder.txt", "may we remind you of RE-2026-0003? You may have paid it meanwhile.");
	}

	private void addInvoice(int number, Customer customer, String amount) {
		String label = "RE-2026-%04d".formatted(number);
		LocalDate due = DAY.plusDays(14L * number);
		Invoice invoice = new Invoice(label + " " + customer.getName() + ".pdf");
		invoice.assign(customer, new BigDecimal(amount), due);
		fill(invoice, SimplePdf.of("Invoice " + label,
				List.of("To: " + customer.getName(), "Amount: EUR " + amount, "Due: " + due)));
		this.invoices.save(invoice);
	}

	private void addLetter(Customer customer, String name, String text) {
		Letter letter = new Letter(name, customer);
		fill(letter, ExampleDocuments.bytes(customer.getName() + "\n\nDear customers,\n\n" + text + "\n"));
		this.letters.save(letter);
	}

	static void fill(ArchivedFile file, byte[] content) {
		file.setContent(Hibernate.getLobHelper().createBlob(content), content.length);
	}

}
