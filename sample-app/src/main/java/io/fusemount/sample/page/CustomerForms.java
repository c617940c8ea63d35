package io.fusemount.sample.page;

import java.util.List;

import io.fusemount.sample.customer.Customers;
import io.fusemount.sample.invoice.Invoices;
import io.fusemount.sample.letter.Letters;
import io.fusemount.sample.web.Upload;
import org.jspecify.annotations.Nullable;

import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.ModelAndView;

/**
 * The forms on the pages of {@code customers/}.
 */
@Controller
@RequestMapping("/customers")
class CustomerForms {

	private final CustomerPlaces places;

	private final Customers customers;

	private final Invoices invoices;

	private final Letters letters;

	CustomerForms(CustomerPlaces places, Customers customers, Invoices invoices, Letters letters) {
		this.places = places;
		this.customers = customers;
		this.invoices = invoices;
		this.letters = letters;
	}

	@PostMapping
	ModelAndView makeCustomer(@RequestParam String name) {
		return all().attempt(() -> this.customers.add(name.strip())).get();
	}

	@PostMapping("/{customer}/delete")
	ModelAndView deleteCustomer(@PathVariable Long customer) {
		return all().attempt(() -> this.customers.delete(customer)).get();
	}

	private Answer all() {
		return new Answer("/customers", this.places::customers);
	}

	@PostMapping(path = { "/none/invoices", "/{customer:\\d+}/invoices" },
			consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
	ModelAndView uploadInvoices(@PathVariable(required = false) @Nullable Long customer,
			@RequestParam("file") List<MultipartFile> files) {
		Answer answer = invoices(customer);
		files.forEach((file) -> answer.attempt(() -> this.invoices.add(Upload.of(file), customer)));
		return answer.get();
	}

	@PostMapping({ "/none/invoices/{file}/delete", "/{customer:\\d+}/invoices/{file}/delete" })
	ModelAndView deleteInvoice(@PathVariable(required = false) @Nullable Long customer, @PathVariable Long file) {
		return invoices(customer).attempt(() -> this.invoices.delete(file)).get();
	}

	private Answer invoices(@Nullable Long customer) {
		return new Answer(CustomerPlaces.invoicesHref(customer), () -> this.places.invoices(customer));
	}

	@PostMapping(path = "/{customer}/correspondence", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
	ModelAndView uploadLetters(@PathVariable Long customer, @RequestParam("file") List<MultipartFile> files) {
		Answer answer = correspondence(customer);
		files.forEach((file) -> answer.attempt(() -> this.letters.add(Upload.of(file), customer)));
		return answer.get();
	}

	@PostMapping("/{customer}/correspondence/{file}/delete")
	ModelAndView deleteLetter(@PathVariable Long customer, @PathVariable Long file) {
		return correspondence(customer).attempt(() -> this.letters.delete(file)).get();
	}

	private Answer correspondence(Long customer) {
		return new Answer(CustomerPlaces.correspondenceHref(customer), () -> this.places.correspondence(customer));
	}

}
