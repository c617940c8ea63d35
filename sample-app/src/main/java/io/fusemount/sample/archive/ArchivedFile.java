package io.fusemount.sample.archive;

import java.sql.Blob;
import java.time.Instant;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileSize;
import jakarta.persistence.Basic;
import jakarta.persistence.Column;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Version;
import org.hibernate.annotations.DynamicUpdate;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.CreatedBy;
import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.LastModifiedBy;
import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.jpa.domain.support.AuditingEntityListener;

/**
 * What every file of the archive has: an identity, its content, and when and by whom it
 * was changed.
 */
@MappedSuperclass
@DynamicUpdate
@EntityListeners(AuditingEntityListener.class)
public abstract class ArchivedFile {

	@Id
	@GeneratedValue
	private @Nullable Long id;

	@Version
	private int version;

	@FileContent
	@Lob
	@Basic(fetch = FetchType.LAZY)
	private @Nullable Blob content;

	@FileSize
	@Column(nullable = false)
	private long size;

	@CreatedDate
	@Column(nullable = false, updatable = false)
	private @Nullable Instant created;

	@CreatedBy
	@Column(updatable = false)
	private @Nullable String createdBy;

	@LastModifiedDate
	@Column(nullable = false)
	private @Nullable Instant modified;

	@LastModifiedBy
	private @Nullable String modifiedBy;

	public @Nullable Long getId() {
		return this.id;
	}

	public @Nullable Blob getContent() {
		return this.content;
	}

	public long getSize() {
		return this.size;
	}

	/**
	 * Replaces the content.
	 * @param content the new content
	 * @param size its length in bytes
	 */
	public void setContent(Blob content, long size) {
		this.content = content;
		this.size = size;
	}

	/**
	 * Returns the name under which the file is archived.
	 */
	public abstract String getName();

}
