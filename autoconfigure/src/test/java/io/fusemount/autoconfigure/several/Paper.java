package io.fusemount.autoconfigure.several;

import jakarta.persistence.Column;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

/** A file of either mount. */
@MappedSuperclass
abstract class Paper {

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

}
