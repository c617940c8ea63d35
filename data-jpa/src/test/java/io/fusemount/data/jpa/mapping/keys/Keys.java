package io.fusemount.data.jpa.mapping.keys;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;

/** Entities whose tables have other keys than they declare. */
public final class Keys {

	private Keys() {
	}

	@MappedSuperclass
	public abstract static class Base {

		@Id
		@GeneratedValue
		Long id;

		String name;

		Long place;

		byte[] content;

		long size;

	}

	@Entity(name = "Plain")
	public static class Plain extends Base {

	}

	@Entity(name = "Declared")
	@Table(uniqueConstraints = @UniqueConstraint(name = "declared_key", columnNames = "name"))
	public static class Declared extends Base {

	}

}
