package io.fusemount.sample.letter;

import io.fusemount.sample.archive.IncomingFile;
import io.fusemount.sample.archive.RefusedException;
import io.fusemount.sample.archive.Shredder;
import io.fusemount.sample.customer.Customer;
import io.fusemount.sample.customer.Customers;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Adds and deletes letters by HTTP.
 */
@Service
@Transactional
public class Letters {

	private final LetterRepository repository;

	private final Customers customers;

	private final Shredder shredder;

	Letters(LetterRepository repository, Customers customers, Shredder shredder) {
		this.repository = repository;
		this.customers = customers;
		this.shredder = shredder;
	}

	/**
	 * Adds a letter of a customer and returns its id.
	 */
	public Long add(IncomingFile file, Long customerId) {
		Customer customer = this.customers.get(customerId);
		if (this.repository.existsByCustomerAndName(customer, file.name())) {
			throw RefusedException.nameTaken(file.name());
		}
		return file.storeAs(new Letter(file.name(), customer), this.repository);
	}

	/**
	 * Returns an existing letter.
	 */
	@Transactional(readOnly = true)
	public Letter get(Long id) {
		return this.repository.find(id).orElseThrow(() -> RefusedException.missing("letter", id));
	}

	public void delete(Long id) {
		this.shredder.delete(get(id));
	}

}
