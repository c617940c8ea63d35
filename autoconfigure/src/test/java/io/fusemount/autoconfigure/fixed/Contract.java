package io.fusemount.autoconfigure.fixed;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

/** A file that belongs to an owner unknown to programs. */
@Entity
public class Contract {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@Column(unique = true)
	@Nullable String name;

	@Lob
	byte @Nullable [] content;

	long size;

	@Version
	int version;

	@Column(nullable = false)
	@Nullable String customer;

	protected Contract() {
	}

	Contract(String name, String customer) {
		this.name = name;
		this.customer = customer;
		this.content = new byte[0];
	}

	@Nullable String customer() {
		return this.customer;
	}

	byte @Nullable [] content() {
		return this.content;
	}

}
