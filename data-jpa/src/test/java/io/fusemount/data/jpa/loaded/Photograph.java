package io.fusemount.data.jpa.loaded;

import java.sql.SQLException;

import jakarta.persistence.Entity;
import jakarta.persistence.PostLoad;
import jakarta.persistence.Transient;

/** A file that asks for its format as soon as it is there. */
@Entity
public class Photograph extends Stored {

	@Transient
	byte[] format = new byte[0];

	@PostLoad
	void look() throws SQLException {
		if (this.content != null) {
			this.format = this.content.getBytes(1, 2);
		}
	}

}
