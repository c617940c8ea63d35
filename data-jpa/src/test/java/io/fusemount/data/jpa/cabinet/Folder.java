package io.fusemount.data.jpa.cabinet;

import java.time.Instant;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import jakarta.persistence.Version;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.jpa.domain.support.AuditingEntityListener;

/** A directory: it has a name, one that it is in, and no content. */
@Entity
@EntityListeners(AuditingEntityListener.class)
@Table(uniqueConstraints = @UniqueConstraint(columnNames = { "parent_id", "name" }))
public class Folder {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@Column(nullable = false)
	@Pattern(regexp = "[^!]*", message = "must not shout")
	String name = "";

	@ManyToOne(fetch = FetchType.LAZY)
	@Nullable Folder parent;

	@Version
	int version;

	@CreatedDate
	@Nullable Instant created;

	@LastModifiedDate
	@Nullable Instant modified;

	protected Folder() {
	}

	public Folder(String name, @Nullable Folder parent) {
		this.name = name;
		this.parent = parent;
	}

	public @Nullable Long getId() {
		return this.id;
	}

	public void place(String newName, @Nullable Folder newParent) {
		this.name = newName;
		this.parent = newParent;
	}

}
