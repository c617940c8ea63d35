package io.fusemount.autoconfigure.owners;

import java.sql.Blob;
import java.time.Instant;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileGroup;
import io.fusemount.annotation.FileMode;
import io.fusemount.annotation.FileOwner;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.jpa.domain.support.AuditingEntityListener;

/** A file of a user. */
@Entity
@EntityListeners(AuditingEntityListener.class)
public class Item {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@Column(nullable = false)
	@Nullable String name;

	@ManyToOne(fetch = FetchType.LAZY)
	@Nullable Folder folder;

	@FileContent
	@Nullable Blob bytes;

	long size;

	@Version
	int version;

	@LastModifiedDate
	@Nullable Instant modified;

	@FileOwner
	@Nullable String owner;

	@FileGroup
	@Column(name = "team")
	@Nullable String group;

	@FileMode
	@Nullable Integer mode;

}
