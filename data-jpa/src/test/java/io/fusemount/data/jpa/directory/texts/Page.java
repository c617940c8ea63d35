package io.fusemount.data.jpa.directory.texts;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;

/** A file whose id is a text and whose name may be any text. */
@Entity
public class Page {

	@Id
	String id = "";

	@Column(length = 2000)
	@Nullable String name;

	byte @Nullable [] content;

	long size;

	protected Page() {
	}

	public Page(String id, @Nullable String name) {
		this.id = id;
		this.name = name;
	}

	@Override
	public String toString() {
		return this.id + "=" + this.name;
	}

}
