package io.fusemount.data.jpa.pieces;

import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
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

import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.jpa.domain.support.AuditingEntityListener;

/** A file in many small pieces. */
@Entity
@EntityListeners(AuditingEntityListener.class)
public class Clip {

	public static final int PIECE_BYTES = 4096;

	@Id
	@GeneratedValue
	Long id;

	@Column(nullable = false, unique = true)
	String name;

	long size;

	@Version
	int version;

	@CreatedDate
	Instant created;

	@LastModifiedDate
	Instant modified;

	@FileContent(pieceSize = PIECE_BYTES)
	@ElementCollection
	@MapKeyColumn(name = "number")
	@Column(name = "bytes", length = PIECE_BYTES)
	Map<Integer, byte[]> content = new HashMap<>();

	protected Clip() {
	}

	public Clip(String name) {
		this.name = name;
	}

	public int getVersion() {
		return this.version;
	}

	public Map<Integer, byte[]> getContent() {
		return this.content;
	}

	/** Stores content as the application does. */
	public void setContent(byte[] content) {
		setContent(content, PIECE_BYTES);
	}

	/** Stores content in pieces of any size. */
	public void setContent(byte[] content, int pieceSize) {
		this.content.clear();
		for (int start = 0; start < content.length; start += pieceSize) {
			this.content.put(start / pieceSize,
					Arrays.copyOfRange(content, start, Math.min(content.length, start + pieceSize)));
		}
		this.size = content.length;
	}

}
