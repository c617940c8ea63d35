package io.fusemount.data.jpa.ledger;

import io.fusemount.annotation.FileContent;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

/** A file with a unique name. */
@Entity
public class Page {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@Column(nullable = false, unique = true)
	String name = "";

	@FileContent
	@Column(length = 100_000)
	byte @Nullable [] document;

	long size;

	@Version
	int version;

	protected Page() {
	}

	public Page(String name, byte[] document) {
		this.name = name;
		this.document = document;
		this.size = document.length;
	}

}
