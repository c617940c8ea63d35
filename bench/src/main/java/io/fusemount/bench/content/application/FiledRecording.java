package io.fusemount.bench.content.application;

import java.sql.Blob;
import java.time.Instant;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import jakarta.persistence.Version;
import org.hibernate.annotations.UpdateTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * A recording in a folder, or at the top.
 */
@Entity
@Table(uniqueConstraints = @UniqueConstraint(columnNames = { "folder_id", "name" }))
public class FiledRecording {

	@Id
	@GeneratedValue(strategy = GenerationType.IDENTITY)
	@Nullable Long id;

	@Column(nullable = false)
	String name = "";

	@ManyToOne
	@Nullable Folder folder;

	@Lob
	@Nullable Blob content;

	long size;

	@Version
	int version;

	@UpdateTimestamp
	@Nullable Instant modified;

}
