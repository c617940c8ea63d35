package io.fusemount.sample.web;

import java.util.List;

import io.fusemount.sample.archive.RefusedException;
import io.fusemount.sample.customer.CustomerItem;
import io.fusemount.sample.customer.CustomerRepository;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Read access to the customers by HTTP.
 */
@RestController
@RequestMapping("/api/customers")
class CustomerController {

	private final CustomerRepository repository;

	CustomerController(CustomerRepository repository) {
		this.repository = repository;
	}

	@GetMapping
	List<CustomerItem> list() {
		return this.repository.findItems();
	}

	@GetMapping("/{id}")
	CustomerItem one(@PathVariable Long id) {
		return this.repository.findItem(id).orElseThrow(() -> RefusedException.missing("customer", id));
	}

}
