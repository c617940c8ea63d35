package io.fusemount.data.jpa.pieces;

import java.util.Map;
import java.util.UUID;

import io.fusemount.annotation.FileContent;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.Version;

/**
 * A file in pieces with an id of two columns and without times: only the version tells of
 * a change that keeps its size.
 */
@Entity
public class Recording {

	@EmbeddedId
	Key key;

	String name;

	long size;

	@Version
	int version;

	@FileContent(pieceSize = 1024)
	@ElementCollection
	@CollectionTable(name = "recording_piece")
	@MapKeyColumn(name = "number")
	@Column(name = "bytes", length = 1024)
	Map<Integer, byte[]> content;

	protected Recording() {
		this.key = new Key();
	}

	public int getVersion() {
		return this.version;
	}

	/** An id. */
	@Embeddable
	record Key(UUID first, String part) {

		Key() {
			this(UUID.randomUUID(), "x");
		}

	}

}
