package io.fusemount.test;

import io.fusemount.annotation.FileContent;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.PrePersist;
import org.jspecify.annotations.Nullable;

@Entity
class Note {

	static final int MAX = 200_000;

	@Id
	@GeneratedValue
	@Nullable Long id;

	@Column(unique = true)
	@Nullable String name;

	@FileContent
	@Column(length = MAX)
	byte[] text = {};

	long size;

	@PrePersist
	void check() {
		if (String.valueOf(this.name).startsWith("forbidden")) {
			throw new IllegalStateException("Not this one");
		}
	}

}
