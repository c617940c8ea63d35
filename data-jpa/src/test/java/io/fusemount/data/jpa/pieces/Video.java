package io.fusemount.data.jpa.pieces;

import java.time.Instant;
import java.util.Map;

import io.fusemount.annotation.FileContent;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.Version;
import jakarta.validation.constraints.Pattern;

import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.jpa.domain.support.AuditingEntityListener;

/** A file in pieces of the usual size. */
@Entity
@EntityListeners(AuditingEntityListener.class)
public class Video {

	@Id
	@GeneratedValue
	Long id;

	@Column(nullable = false, unique = true)
	@Pattern(regexp = "[^!]*", message = "must not shout")
	String name;

	long size;

	@Version
	int version;

	@CreatedDate
	Instant created;

	@LastModifiedDate
	Instant modified;

	@FileContent
	@ElementCollection
	@MapKeyColumn(name = "number")
	@Column(name = "bytes", length = 256 * 1024)
	Map<Integer, byte[]> content;

	protected Video() {
	}

	public Video(String name) {
		this.name = name;
	}

	public String getName() {
		return this.name;
	}

	public void setName(String name) {
		this.name = name;
	}

	public Map<Integer, byte[]> getContent() {
		return this.content;
	}

}
