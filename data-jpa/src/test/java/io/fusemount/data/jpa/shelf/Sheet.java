package io.fusemount.data.jpa.shelf;

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

/** A file that keeps the name of its owner and the id of its group. */
@Entity
@EntityListeners(AuditingEntityListener.class)
public class Sheet {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@Column(nullable = false)
	String name = "";

	@ManyToOne(fetch = FetchType.LAZY)
	@Nullable Tray tray;

	@FileContent
	@Column(length = 1000)
	byte @Nullable [] document;

	long size;

	@Version
	int version;

	@LastModifiedDate
	@Nullable Instant modified;

	@FileOwner
	@Nullable String owner;

	@FileGroup
	@Column(name = "team")
	@Nullable Long group;

	@FileMode
	@Nullable Integer mode;

	protected Sheet() {
	}

	public Sheet(String name, byte[] document) {
		this.name = name;
		this.document = document;
		this.size = document.length;
	}

}
