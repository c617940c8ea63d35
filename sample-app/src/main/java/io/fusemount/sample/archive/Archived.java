package io.fusemount.sample.archive;

import java.time.Instant;

import jakarta.persistence.Column;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Version;
import org.hibernate.annotations.ColumnDefault;
import org.hibernate.annotations.DynamicUpdate;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.CreatedBy;
import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.LastModifiedBy;
import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.jpa.domain.support.AuditingEntityListener;

/**
 * The common properties of files and directories in the archive: an identity, a name, and
 * the time and author of changes.
 */
@MappedSuperclass
@DynamicUpdate
@EntityListeners({ AuditingEntityListener.class, ChangeNotifier.class })
public abstract class Archived {

	@Id
	@GeneratedValue
	private @Nullable Long id;

	@Version
	@ColumnDefault("0")
	private int version;

	@CreatedDate
	@Column(updatable = false)
	private @Nullable Instant created;

	@CreatedBy
	@Column(updatable = false)
	private @Nullable String createdBy;

	@LastModifiedDate
	private @Nullable Instant modified;

	@LastModifiedBy
	private @Nullable String modifiedBy;

	public @Nullable Long getId() {
		return this.id;
	}

	/**
	 * Returns the time of the last change, {@code null} if it was not recorded.
	 */
	public @Nullable Instant getModified() {
		return this.modified;
	}

	/**
	 * Returns the name under which it is archived.
	 */
	public abstract String getName();

}
