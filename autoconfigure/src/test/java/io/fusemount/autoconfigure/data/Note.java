package io.fusemount.autoconfigure.data;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileName;
import io.fusemount.annotation.FileSize;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import org.jspecify.annotations.Nullable;

/**
 * An entity as small as one can be that is a file.
 */
@Entity
class Note {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@FileName
	@Column(unique = true)
	String title = "";

	@FileContent
	@Lob
	byte[] text = {};

	@FileSize
	long length;

	protected Note() {
	}

	Note(String title, byte[] text) {
		this.title = title;
		this.text = text;
		this.length = text.length;
	}

}
