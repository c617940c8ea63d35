package io.fusemount.autoconfigure.tree;

import java.time.Instant;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.LastModifiedDate;

/** The plainest entity that is a directory. */
@Entity
@Table(uniqueConstraints = @UniqueConstraint(columnNames = { "parent_id", "name" }))
class Folder {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@Column(nullable = false)
	@Nullable String name;

	@ManyToOne(fetch = FetchType.LAZY)
	@Nullable Folder parent;

	@Version
	int version;

	@CreatedDate
	@Nullable Instant created;

	@LastModifiedDate
	@Nullable Instant modified;

}
