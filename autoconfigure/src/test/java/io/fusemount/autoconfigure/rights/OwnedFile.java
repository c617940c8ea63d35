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
import org.springframework.data.jpa.domain.support.AuditingEntityListener;

/** What files of the user have who has created them. */
@MappedSuperclass
@EntityListeners(AuditingEntityListener.class)
public abstract class OwnedFile {

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
	@Nullable String owner;

	/** Returns whose file it is. */
	public @Nullable String getOwner() {
		return this.owner;
	}

}
