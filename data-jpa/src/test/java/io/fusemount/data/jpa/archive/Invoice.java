package io.fusemount.data.jpa.archive;

import java.sql.Blob;
import java.time.Instant;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileName;
import io.fusemount.annotation.FileSize;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.Version;
import jakarta.validation.constraints.Pattern;
import org.hibernate.Hibernate;

import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.jpa.domain.support.AuditingEntityListener;

/** A file with everything: annotations, a large object, a version, auditing. */
@Entity
@EntityListeners(AuditingEntityListener.class)
public class Invoice {

	@Id
	@GeneratedValue
	Long id;

	@FileName
	@Column(nullable = false, unique = true)
	@Pattern(regexp = "[^!]*", message = "must not shout")
	String number;

	@FileContent
	@Lob
	Blob document;

	@FileSize
	long size;

	@Version
	int version;

	@CreatedDate
	Instant created;

	@LastModifiedDate
	Instant modified;

	String customer = "unknown";

	@Lob
	Blob thumbnail;

	protected Invoice() {
	}

	public Invoice(String number) {
		this.number = number;
	}

	public Long getId() {
		return this.id;
	}

	public String getNumber() {
		return this.number;
	}

	public void setNumber(String number) {
		this.number = number;
	}

	public String getCustomer() {
		return this.customer;
	}

	public void setCustomer(String customer) {
		this.customer = customer;
	}

	public void setDocument(byte[] content) {
		this.document = Hibernate.getLobHelper().createBlob(content);
		this.size = content.length;
	}

	public void setThumbnail(Blob thumbnail) {
		this.thumbnail = thumbnail;
	}

}
