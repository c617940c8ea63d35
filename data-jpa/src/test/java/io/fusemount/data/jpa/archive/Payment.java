package io.fusemount.data.jpa.archive;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

/** Refers to an invoice. Is no file. */
@Entity
public class Payment {

	@Id
	@GeneratedValue
	Long id;

	@ManyToOne(optional = false)
	Invoice invoice;

	protected Payment() {
	}

	public Payment(Invoice invoice) {
		this.invoice = invoice;
	}

}
