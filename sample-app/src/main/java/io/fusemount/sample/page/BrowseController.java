package io.fusemount.sample.page;

import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.web.access.WebInvocationPrivilegeEvaluator;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.servlet.ModelAndView;

/**
 * The pages, one for each directory.
 */
@Controller
class BrowseController {

	private final WebInvocationPrivilegeEvaluator privileges;

	private final CustomerPlaces customers;

	private final DocumentPlaces documents;

	private final InvoicePlaces invoices;

	BrowseController(WebInvocationPrivilegeEvaluator privileges, CustomerPlaces customers, DocumentPlaces documents,
			InvoicePlaces invoices) {
		this.privileges = privileges;
		this.customers = customers;
		this.documents = documents;
		this.invoices = invoices;
	}

	@GetMapping("/")
	ModelAndView top(Authentication authentication) {
		return Answer.page(Page.TOP.with(Stream.of("customers", "documents", "invoices")
			.filter((name) -> this.privileges.isAllowed("", "/" + name, "GET", authentication))
			.map((name) -> Entry.fixed(name, "/" + name))));
	}

	@GetMapping("/customers")
	ModelAndView customers() {
		return Answer.page(this.customers.customers());
	}

	@GetMapping("/customers/{customer:\\d+}")
	ModelAndView customer(@PathVariable Long customer) {
		return Answer.page(this.customers.customer(customer));
	}

	@GetMapping("/customers/none")
	ModelAndView nobody() {
		return Answer.page(this.customers.customer(null));
	}

	@GetMapping("/customers/{customer:\\d+}/invoices")
	ModelAndView invoicesOfCustomer(@PathVariable Long customer) {
		return Answer.page(this.customers.invoices(customer));
	}

	@GetMapping("/customers/none/invoices")
	ModelAndView invoicesOfNobody() {
		return Answer.page(this.customers.invoices(null));
	}

	@GetMapping("/customers/{customer:\\d+}/correspondence")
	ModelAndView correspondence(@PathVariable Long customer) {
		return Answer.page(this.customers.correspondence(customer));
	}

	@GetMapping({ "/documents", "/documents/{folder:\\d+}" })
	ModelAndView documents(@PathVariable(required = false) @Nullable Long folder) {
		return Answer.page(this.documents.page(folder));
	}

	@GetMapping("/invoices")
	ModelAndView years() {
		return Answer.page(this.invoices.years());
	}

	@GetMapping("/invoices/{year:\\d{1,4}}")
	ModelAndView year(@PathVariable int year) {
		return Answer.page(this.invoices.year(year));
	}

}
