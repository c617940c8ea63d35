package io.fusemount.data.jpa.loaded;

import java.sql.Blob;

import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.MappedSuperclass;
import org.jspecify.annotations.Nullable;

/** What every file has. */
@MappedSuperclass
abstract class Stored {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@Nullable String name;

	@Lob
	@Nullable Blob content;

	long size;

}
