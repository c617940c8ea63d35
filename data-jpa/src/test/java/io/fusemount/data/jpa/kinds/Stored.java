package io.fusemount.data.jpa.kinds;

import java.sql.Blob;

import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Version;

/** What most kinds have: everything that makes a file. */
@MappedSuperclass
abstract class Stored {

	@Id
	@GeneratedValue
	Long id;

	String name;

	@Lob
	Blob content;

	long size;

	@Version
	int version;

}
