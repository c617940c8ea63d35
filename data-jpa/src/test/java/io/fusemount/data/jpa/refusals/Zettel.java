package io.fusemount.data.jpa.refusals;

import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;

import org.springframework.data.jpa.repository.JpaRepository;

/**
 * A file whose row the database has rules for. Its names are in no other text, so that
 * they are found where they must not be.
 */
@Entity
public class Zettel {

	@Id
	@GeneratedValue
	Long id;

	@Column(length = 40, unique = true, nullable = false)
	String name;

	@Column(length = 100)
	byte[] content;

	long size;

	/** Unique in the database. */
	@Nullable Integer regal;

	/** Mandatory in the database, of five characters, and not "niemand". */
	@Nullable String besitzer = "alle";

	/** Refers to another one in the database. */
	@Nullable Long vorher;

	@FuseMount("zettel")
	interface Zettels extends JpaRepository<Zettel, Long> {

	}

}
