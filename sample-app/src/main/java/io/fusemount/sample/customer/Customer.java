package io.fusemount.sample.customer;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * Somebody to whom invoices are sent.
 */
@Entity
public class Customer {

	@Id
	@GeneratedValue
	private @Nullable Long id;

	@NotBlank
	@Size(max = 100)
	@Column(nullable = false, unique = true, length = 100)
	private String name = "";

	protected Customer() {
	}

	public Customer(String name) {
		this.name = name;
	}

	public String getName() {
		return this.name;
	}

}
