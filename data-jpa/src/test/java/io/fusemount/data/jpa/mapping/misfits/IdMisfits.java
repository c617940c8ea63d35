package io.fusemount.data.jpa.mapping.misfits;

import java.io.Serializable;
import java.time.LocalDate;

import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.OneToOne;

/** Entities whose ids are no ids for files, and one whose id is. */
public final class IdMisfits {

	private IdMisfits() {
	}

	/** Everything but an id. */
	@MappedSuperclass
	public abstract static class Unidentified {

		byte[] content;

		long size;

	}

	@MappedSuperclass
	public abstract static class Named extends Unidentified {

		String name;

	}

	@Embeddable
	public record Key(String text, int number) implements Serializable {

	}

	/** The fitting one. */
	@Entity
	public static class InOrder extends Named {

		@EmbeddedId
		Key key;

	}

	/** What others refer to. */
	@Entity
	public static class Whole {

		@EmbeddedId
		Key key;

	}

	@Entity
	public static class NoIdClass extends Named implements Serializable {

		private static final long serialVersionUID = 1L;

		@Id
		int year;

		@Id
		int number;

	}

	@Entity
	public static class AssociationAsId extends Named implements Serializable {

		private static final long serialVersionUID = 1L;

		@Id
		@OneToOne(fetch = FetchType.LAZY)
		Whole whole;

	}

	@Embeddable
	public record AssociatedKey(@ManyToOne Target target, int number) implements Serializable {

	}

	@Entity
	public static class Target {

		@Id
		Long id;

	}

	@Entity
	public static class AssociationInKey extends Named {

		@EmbeddedId
		AssociatedKey key;

	}

	public record DeepKey(Key whole, int part) implements Serializable {

	}

	@Entity
	@IdClass(DeepKey.class)
	public static class PartOfSeveral extends Named {

		@Id
		@ManyToOne(fetch = FetchType.LAZY)
		Whole whole;

		@Id
		int part;

	}

	@Embeddable
	public record DatedKey(LocalDate dated, int number) implements Serializable {

	}

	@Entity
	public static class DateInKey extends Named {

		@EmbeddedId
		DatedKey key;

	}

	@Embeddable
	public static class UnequalKey implements Serializable {

		private static final long serialVersionUID = 1L;

		int year;

		int number;

	}

	@Entity
	public static class NoEquality extends Named {

		@EmbeddedId
		UnequalKey key;

	}

	@Embeddable
	public record NamedKey(String folder, String name) implements Serializable {

	}

	@Entity
	@IdClass(NamedKey.class)
	public static class NameInKey extends Unidentified {

		@Id
		String folder;

		@Id
		String name;

	}

}
