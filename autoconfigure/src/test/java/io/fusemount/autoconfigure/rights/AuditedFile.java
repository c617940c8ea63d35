package io.fusemount.autoconfigure.rights;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileName;
import io.fusemount.annotation.FileSize;
import jakarta.persistence.Column;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.CreatedBy;
import org.springframework.data.annotation.LastModifiedBy;
import org.springframework.data.jpa.domain.support.AuditingEntityListener;

/** What files have that record who has created and who has changed them. */
@MappedSuperclass
@EntityListeners(AuditingEntityListener.class)
abstract class AuditedFile {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@FileName
	@Column(unique = true, nullable = false)
	@Nullable String name;

	@FileContent
	@Column(length = 1 << 28)
	byte @Nullable [] text;

	@FileSize
	long size;

	@Version
	int version;

	@CreatedBy
	@Nullable String owner;

	@LastModifiedBy
	@Nullable String changer;

}
