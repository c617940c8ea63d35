package io.fusemount.sample.page;

import java.util.stream.Stream;

import io.fusemount.sample.customer.Customer;
import io.fusemount.sample.customer.CustomerRepository;
import io.fusemount.sample.customer.Customers;
import io.fusemount.sample.invoice.InvoiceRepository;
import io.fusemount.sample.letter.LetterRepository;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * The pages of {@code customers/}.
 */
@Component
@Transactional(readOnly = true)
class CustomerPlaces {

	private static final String HREF = "/customers";

	/** The directory of the unassigned invoices. */
	private static final String NOBODY = "(none)";

	private final CustomerRepository repository;

	private final Customers customers;

	private final InvoiceRepository invoices;

	private final LetterRepository letters;

	CustomerPlaces(CustomerRepository repository, Customers customers, InvoiceRepository invoices,
			LetterRepository letters) {
		this.repository = repository;
		this.customers = customers;
		this.invoices = invoices;
		this.letters = letters;
	}

	/** Returns the address of a customer, or of the unassigned invoices. */
	private static String href(@Nullable Long customer) {
		return HREF + "/" + ((customer != null) ? customer : "none");
	}

	static String invoicesHref(@Nullable Long customer) {
		return href(customer) + "/invoices";
	}

	static String correspondenceHref(Long customer) {
		return href(customer) + "/correspondence";
	}

	private static Page all() {
		return Page.TOP.below("customers", HREF);
	}

	Page customers() {
		boolean unassigned = !this.invoices.findUnassigned(Limit.of(1)).isEmpty();
		return all().with(unassigned ? Stream.of(Entry.fixed(NOBODY, href(null))) : Stream.empty())
			.with(this.repository.findAllInOrder(Page.LIMIT)
				.stream()
				.map((customer) -> Entry.directory(customer, HREF, HREF)))
			.making("customer", HREF);
	}

	/** Returns the page of a customer, or of the unassigned invoices, without entries. */
	private Page empty(@Nullable Customer customer) {
		return (customer != null) ? all().below(customer.getName(), href(customer.getId()))
				: all().below(NOBODY, href(null));
	}

	private @Nullable Customer find(@Nullable Long id) {
		return (id != null) ? this.customers.get(id) : null;
	}

	Page customer(@Nullable Long id) {
		Page page = empty(find(id)).with(Stream.of(Entry.fixed("invoices", invoicesHref(id))));
		return (id != null) ? page.with(Stream.of(Entry.fixed("correspondence", correspondenceHref(id)))) : page;
	}

	Page invoices(@Nullable Long id) {
		Customer customer = find(id);
		String here = invoicesHref(id);
		return empty(customer).below("invoices", here)
			.with(((customer != null) ? this.invoices.findByCustomerOrderByName(customer, Page.LIMIT)
					: this.invoices.findUnassigned(Page.LIMIT))
				.stream()
				.map((file) -> Entry.file(file, "invoices", here)))
			.takingFiles();
	}

	Page correspondence(Long id) {
		Customer customer = this.customers.get(id);
		String here = correspondenceHref(id);
		return empty(customer).below("correspondence", here)
			.with(this.letters.findByCustomerOrderByName(customer, Page.LIMIT)
				.stream()
				.map((file) -> Entry.file(file, "letters", here)))
			.takingFiles();
	}

}
