package io.fusemount.data.jpa.archive;

import java.util.UUID;

import io.fusemount.annotation.FileName;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;

/** A file with property access, without version and times, named like SQL's own words. */
@Entity(name = "Group")
@Table(name = "notes", uniqueConstraints = @UniqueConstraint(columnNames = "order_name"))
public class Note {

	private UUID key;

	private String title;

	private byte[] bytes;

	private Integer length;

	@Id
	@GeneratedValue
	@Column(name = "note_key")
	public UUID getKey() {
		return this.key;
	}

	public void setKey(UUID key) {
		this.key = key;
	}

	@FileName
	@Column(length = 40)
	public String getOrderName() {
		return this.title;
	}

	public void setOrderName(String title) {
		this.title = title;
	}

	@Lob
	@Column(name = "note_content")
	public byte[] getSelect() {
		return this.bytes;
	}

	public void setSelect(byte[] bytes) {
		this.bytes = bytes;
	}

	public Integer getLength() {
		return this.length;
	}

	public void setLength(Integer length) {
		this.length = length;
	}

}
