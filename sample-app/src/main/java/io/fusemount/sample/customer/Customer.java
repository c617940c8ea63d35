package io.fusemount.sample.customer;

import io.fusemount.annotation.FileAttribute;
import io.fusemount.sample.archive.Archived;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

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

	@FileAttribute
	@Size(max = 100)
	@Column(unique = true, length = 100)
	private @Nullable String login;

	protected Customer() {
	}

	public Customer(String name) {
		this.name = name;
	}

	/**
	 * Sets the login of the customer, who sees what belongs to the customer with it.
	 */
	public void setLogin(String login) {
		this.login = login;
	}

	@Override
	public String getName() {
		return this.name;
	}

}
