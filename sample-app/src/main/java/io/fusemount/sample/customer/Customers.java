package io.fusemount.sample.customer;

import java.util.Objects;

import io.fusemount.sample.archive.RefusedException;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Adds and deletes customers.
 */
@Service
@Transactional
public class Customers {

	private final CustomerRepository repository;

	Customers(CustomerRepository repository) {
		this.repository = repository;
	}

	/**
	 * Returns an existing customer.
	 */
	@Transactional(readOnly = true)
	public Customer get(Long id) {
		return this.repository.find(id).orElseThrow(() -> RefusedException.missing("customer", id));
	}

	/**
	 * Adds a customer and returns the id.
	 */
	public Long add(String name) {
		if (this.repository.existsByName(name)) {
			throw RefusedException.conflict("There is a customer '%s' already".formatted(name));
		}
		return Objects.requireNonNull(this.repository.saveAndFlush(new Customer(name)).getId());
	}

	/**
	 * Deletes a customer without invoices and letters.
	 */
	public void delete(Long id) {
		CustomerItem item = this.repository.findItem(id).orElseThrow(() -> RefusedException.missing("customer", id));
		if (item.invoices() > 0 || item.letters() > 0) {
			throw RefusedException.conflict("There are %d invoices and %d letters of '%s'".formatted(item.invoices(),
					item.letters(), item.name()));
		}
		this.repository.deleteById(id);
		this.repository.flush();
	}

}
