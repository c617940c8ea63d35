package io.fusemount.bench.content.application;

import java.sql.Blob;
import java.time.Instant;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.Version;
import org.hibernate.annotations.UpdateTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * A large file: a name, content, and only the properties that FuseMount needs.
 */
@Entity
public class Recording {

	@Id
	@GeneratedValue(strategy = GenerationType.IDENTITY)
	@Nullable Long id;

	@Column(nullable = false, unique = true)
	String name = "";

	@Lob
	@Nullable Blob content;

	long size;

	@Version
	int version;

	@UpdateTimestamp
	@Nullable Instant modified;

}
