package io.fusemount.data.jpa.loaded;

import java.sql.Blob;
import java.sql.SQLException;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.PostLoad;
import jakarta.persistence.Transient;
import org.jspecify.annotations.Nullable;

/** A file that asks for its format as soon as it is there. */
@Entity
public class Photograph {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@Nullable String name;

	@Lob
	@Nullable Blob content;

	long size;

	@Transient
	byte[] format = new byte[0];

	@PostLoad
	void look() throws SQLException {
		if (this.content != null) {
			this.format = this.content.getBytes(1, 2);
		}
	}

}
