package io.fusemount.autoconfigure.tree;

import java.sql.Blob;
import java.time.Instant;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileName;
import io.fusemount.autoconfigure.mounted.Recorder;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.LastModifiedDate;

/** The plainest entity that is a file in a folder, or in none. */
@Entity
@EntityListeners(Recorder.class)
@Table(uniqueConstraints = @UniqueConstraint(columnNames = { "folder_id", "name" }))
class Paper implements Recorder.Recorded {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@FileName
	@Column(nullable = false)
	@Nullable String name;

	@ManyToOne(fetch = FetchType.LAZY)
	@Nullable Folder folder;

	@FileContent
	@Lob
	@Nullable Blob content;

	long size;

	@Version
	int version;

	@CreatedDate
	@Nullable Instant created;

	@LastModifiedDate
	@Nullable Instant modified;

	@Override
	public @Nullable String recordedName() {
		return this.name;
	}

}
