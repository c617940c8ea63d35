package io.fusemount.autoconfigure.security;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileName;
import io.fusemount.annotation.FileSize;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.CreatedBy;
import org.springframework.data.annotation.LastModifiedBy;
import org.springframework.data.jpa.domain.support.AuditingEntityListener;

/** A file of which it is known who wrote it. */
@Entity
@EntityListeners(AuditingEntityListener.class)
public class Letter {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@FileName
	@Column(unique = true, nullable = false)
	@Nullable String name;

	@FileContent
	byte @Nullable [] text;

	@FileSize
	long size;

	@Version
	int version;

	@CreatedBy
	@Nullable String author;

	@LastModifiedBy
	@Nullable String editor;

	public @Nullable String getAuthor() {
		return this.author;
	}

}
