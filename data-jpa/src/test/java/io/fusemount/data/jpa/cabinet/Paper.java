package io.fusemount.data.jpa.cabinet;

import java.sql.Blob;
import java.time.Instant;

import io.fusemount.annotation.FileName;
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
import jakarta.validation.constraints.Pattern;
import org.hibernate.Hibernate;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.jpa.domain.support.AuditingEntityListener;

/** A file in a folder, or in none. */
@Entity
@EntityListeners(AuditingEntityListener.class)
@Table(uniqueConstraints = @UniqueConstraint(columnNames = { "folder_id", "title" }))
public class Paper {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@FileName
	@Column(nullable = false)
	@Pattern(regexp = "[^!]*", message = "must not shout")
	String title = "";

	@ManyToOne(fetch = FetchType.LAZY)
	@Nullable Folder folder;

	@Lob
	@Nullable Blob document;

	long size;

	@Version
	int version;

	@CreatedDate
	@Nullable Instant created;

	@LastModifiedDate
	@Nullable Instant modified;

	protected Paper() {
	}

	public Paper(String title, @Nullable Folder folder) {
		this.title = title;
		this.folder = folder;
	}

	public @Nullable Long getId() {
		return this.id;
	}

	public void place(String newTitle, @Nullable Folder newFolder) {
		this.title = newTitle;
		this.folder = newFolder;
	}

	public void setDocument(byte[] content) {
		this.document = Hibernate.getLobHelper().createBlob(content);
		this.size = content.length;
	}

}
