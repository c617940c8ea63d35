package io.fusemount.compatibility;

import java.sql.Blob;
import java.time.Instant;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.Version;
import org.hibernate.annotations.CreationTimestamp;
import org.hibernate.annotations.UpdateTimestamp;
import org.jspecify.annotations.Nullable;

/** A file with all that Hibernate does by itself. */
@Entity
class Letter {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@Column(nullable = false, unique = true)
	String name = "";

	@Lob
	@Nullable Blob content;

	long size;

	@Version
	int version;

	@CreationTimestamp
	@Nullable Instant created;

	@UpdateTimestamp
	@Nullable Instant modified;

}
