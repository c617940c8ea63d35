package io.fusemount.data.jpa.loaded;

import java.sql.Blob;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.Lob;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

/** A file that may have more to it, in another table. */
@Entity
@Inheritance(strategy = InheritanceType.JOINED)
public class Picture {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@Nullable String name;

	@Lob
	@Nullable Blob content;

	long size;

	@Version
	int version;

}
