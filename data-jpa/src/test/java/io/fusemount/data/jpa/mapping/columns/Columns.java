package io.fusemount.data.jpa.mapping.columns;

import io.fusemount.annotation.FileContent;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;

/** Entities whose columns are not what their mappings would make them. */
public final class Columns {

	private Columns() {
	}

	@MappedSuperclass
	public abstract static class Base {

		@Id
		@GeneratedValue
		Long id;

		String name;

	}

	@Entity(name = "Page")
	public static class Page extends Base {

		@FileContent
		String words;

		long size;

	}

	@Entity(name = "Counted")
	public static class Counted extends Base {

		byte[] content;

		@Column(insertable = false, updatable = false)
		long size;

	}

	@Entity(name = "Twice")
	public static class Twice extends Base {

		byte[] content;

		@Column(name = "bytes")
		Long written;

		@Column(name = "bytes", insertable = false, updatable = false)
		long size;

	}

}
