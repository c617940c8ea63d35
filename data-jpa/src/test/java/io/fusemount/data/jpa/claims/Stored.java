package io.fusemount.data.jpa.claims;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

import jakarta.persistence.Column;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.jpa.domain.support.AuditingEntityListener;

/** What every file has. */
@MappedSuperclass
@EntityListeners(AuditingEntityListener.class)
public abstract class Stored {

	@Id
	@GeneratedValue
	public @Nullable Long id;

	@Column(nullable = false)
	public String name = "";

	@Column(length = 10_000)
	byte @Nullable [] data;

	long size;

	@Version
	int version;

	@CreatedDate
	public @Nullable Instant created;

	public void fill(String text) {
		this.data = text.getBytes(StandardCharsets.UTF_8);
		this.size = this.data.length;
	}

}
