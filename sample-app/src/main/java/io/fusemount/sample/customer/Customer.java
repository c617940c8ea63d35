package io.fusemount.sample.customer;

import io.fusemount.sample.archive.Archived;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

/**
 * A customer to whom invoices and letters are sent.
 */
@Entity
public class Customer extends Archived {

	@NotBlank
	@Size(max = 100)
	@Pattern(regexp = "[^\\p{Cntrl}]*", message = "must not have control characters")
	@Column(nullable = false, unique = true, length = 100)
	private String name = "";

	protected Customer() {
	}

	public Customer(String name) {
		this.name = name;
	}

	@Override
	public String getName() {
		return this.name;
	}

}
