package io.fusemount.sample.letter;

import io.fusemount.annotation.FileName;
import io.fusemount.sample.archive.ArchivedFile;
import io.fusemount.sample.customer.Customer;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A letter, which always belongs to a customer.
 */
@Entity
@Table(uniqueConstraints = @UniqueConstraint(columnNames = { "customer_id", "name" }))
public class Letter extends ArchivedFile {

	@FileName
	@NotBlank
	@Size(max = 255)
	@Pattern(regexp = "[^\\p{Cntrl}]*", message = "must not have control characters")
	@Column(nullable = false)
	private String name = "";

	@ManyToOne(fetch = FetchType.LAZY, optional = false)
	@JoinColumn(name = "customer_id", nullable = false)
	private @Nullable Customer customer;

	protected Letter() {
	}

	public Letter(String name, Customer customer) {
		this.name = name;
		this.customer = customer;
	}

	@Override
	public String getName() {
		return this.name;
	}

}
