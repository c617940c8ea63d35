package io.fusemount.sample.example;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;

import io.fusemount.sample.customer.Customer;
import io.fusemount.sample.customer.CustomerRepository;
import io.fusemount.sample.document.Document;
import io.fusemount.sample.document.DocumentRepository;
import io.fusemount.sample.invoice.Invoice;
import io.fusemount.sample.invoice.InvoiceRepository;
import org.hibernate.Hibernate;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Fills an empty archive with a few files, before it is mounted.
 */
@Component
class ExampleFiles implements SmartInitializingSingleton {

	private static final LocalDate DAY = LocalDate.of(2026, 10, 1);

	private final CustomerRepository customers;

	private final InvoiceRepository invoices;

	private final DocumentRepository documents;

	private final TransactionOperations transaction;

	ExampleFiles(CustomerRepository customers, InvoiceRepository invoices, DocumentRepository documents,
			TransactionOperations transaction) {
		this.customers = customers;
		this.invoices = invoices;
		this.documents = documents;
		this.transaction = transaction;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.transaction.executeWithoutResult((status) -> {
			if (this.customers.count() == 0 && this.invoices.count() == 0 && this.documents.count() == 0) {
				addInvoices();
				addDocuments();
			}
		});
	}

	private void addInvoices() {
		addInvoice(1, "Bäckerei Müller", "184.50");
		addInvoice(2, "Autohaus Schröder GmbH", "2310.00");
		addInvoice(3, "Café Zürich", "96.20");
	}

	private void addInvoice(int number, String customerName, String amount) {
		Customer customer = this.customers.save(new Customer(customerName));
		String label = "RE-2026-%04d".formatted(number);
		LocalDate due = DAY.plusDays(14L * number);
		Invoice invoice = new Invoice(label + " " + customerName + ".pdf");
		invoice.assign(customer, new BigDecimal(amount), due);
		byte[] content = SimplePdf.of("Invoice " + label,
				List.of("To: " + customerName, "Amount: EUR " + amount, "Due: " + due));
		invoice.setContent(Hibernate.getLobHelper().createBlob(content), content.length);
		this.invoices.save(invoice);
	}

	private void addDocuments() {
		addDocument("Öffnungszeiten.txt", "Hangs at the door", "Mo-Fr 9-18 Uhr\nSa 9-13 Uhr\n");
		addDocument("Price list 2026.csv", null, "article;price\nConsulting, per hour;96.00\nTravel, per km;0.42\n");
		addDocument("Meeting notes.md", null, "# Meeting\n\n- The archive is a folder now.\n- Who tells the others?\n");
	}

	private void addDocument(String name, @Nullable String notes, String text) {
		byte[] content = text.getBytes(StandardCharsets.UTF_8);
		Document document = new Document(name, notes);
		document.setContent(Hibernate.getLobHelper().createBlob(content), content.length);
		this.documents.save(document);
	}

}
