package io.fusemount.data.jpa.archive;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/** A file by naming convention: names need not be unique, content is in memory. */
@Entity
public class Document extends Stored {

	public static final int LENGTH = 20_000;

	@Id
	@GeneratedValue(strategy = GenerationType.IDENTITY)
	Integer id;

	@Column(length = 400)
	String filename;

	@Column(length = LENGTH)
	byte[] data;

	public Document() {
	}

	public Document(String filename) {
		this.filename = filename;
	}

	public Integer getId() {
		return this.id;
	}

}
