package io.fusemount.data.jpa.kinds;

import java.io.Serializable;
import java.sql.Blob;
import java.time.LocalDate;
import java.util.UUID;

import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import org.hibernate.annotations.NaturalId;

import org.springframework.data.jpa.repository.JpaRepository;

/** What a row is known by. */
final class IdKinds {

	private IdKinds() {
	}

	/** Everything but an id. */
	@MappedSuperclass
	abstract static class Unidentified {

		String name;

		@Lob
		Blob content;

		long size;

	}

	@Entity
	static class Identity extends Unidentified {

		@Id
		@GeneratedValue(strategy = GenerationType.IDENTITY)
		Integer id;

		@Kind("`Integer`, identity column")
		@FuseMount
		interface Files extends JpaRepository<Identity, Integer> {

		}

	}

	@Entity
	static class Uuid extends Unidentified {

		@Id
		@GeneratedValue
		UUID id;

		@Kind("`UUID`, generated")
		@FuseMount
		interface Files extends JpaRepository<Uuid, UUID> {

		}

	}

	@Entity
	static class OwnText extends Unidentified {

		@Id
		String id = UUID.randomUUID().toString();

		@Kind("`String`, assigned by the constructor")
		@FuseMount
		interface Files extends JpaRepository<OwnText, String> {

		}

	}

	@Entity
	static class Assigned extends Unidentified {

		@Id
		Long isbn;

		@Kind(value = "`Long`, assigned by the application",
				row = "insert into id_kinds$assigned (isbn, name, content, size) values (1, 'old.txt', X'6f6c64', 3)")
		@FuseMount
		interface Files extends JpaRepository<Assigned, Long> {

		}

	}

	@Entity
	static class Natural extends Stored {

		@NaturalId
		String number = UUID.randomUUID().toString();

		@Kind("generated, with a `@NaturalId` beside")
		@FuseMount
		interface Files extends JpaRepository<Natural, Long> {

		}

	}

	/** Two columns. */
	@Embeddable
	record Place(String shelf, int number) implements Serializable {
	}

	@Entity
	static class InPlace extends Unidentified {

		@EmbeddedId
		Place place;

		@Kind(value = "`@EmbeddedId`, a record",
				row = "insert into id_kinds$in_place (shelf, number, name, content, size) "
						+ "values ('a', 1, 'old.txt', X'6f6c64', 3)")
		@FuseMount
		interface Files extends JpaRepository<InPlace, Place> {

		}

	}

	@Entity
	@IdClass(Place.class)
	static class TwoIds extends Unidentified {

		@Id
		String shelf;

		@Id
		int number;

		@Kind(value = "`@IdClass`, a record",
				row = "insert into id_kinds$two_ids (shelf, number, name, content, size) "
						+ "values ('a', 1, 'old.txt', X'6f6c64', 3)")
		@FuseMount
		interface Files extends JpaRepository<TwoIds, Place> {

		}

	}

	/** The class of the id is filled by the constructor. */
	@Embeddable
	static class Box implements Serializable {

		private static final long serialVersionUID = 1L;

		UUID shelf = UUID.randomUUID();

		int number;

		@Override
		public boolean equals(Object other) {
			return other instanceof Box box && this.shelf.equals(box.shelf) && this.number == box.number;
		}

		@Override
		public int hashCode() {
			return this.number;
		}

	}

	@Entity
	static class InBox extends Unidentified {

		@EmbeddedId
		Box box = new Box();

		@Kind("`@EmbeddedId`, assigned by the constructor")
		@FuseMount
		interface Files extends JpaRepository<InBox, Box> {

		}

	}

	record OwnedId(Long owner, int number) implements Serializable {
	}

	@Entity
	static class Owner {

		@Id
		Long id;

	}

	@Entity
	@IdClass(OwnedId.class)
	static class Owned extends Unidentified {

		@Id
		@ManyToOne
		Owner owner;

		@Id
		int number;

		@Kind(value = "`@IdClass` with an association (`@Id @ManyToOne`)",
				row = "insert into id_kinds$owner (id) values (1); "
						+ "insert into id_kinds$owned (owner_id, number, name, content, size) "
						+ "values (1, 2, 'old.txt', X'6f6c64', 3)")
		@FuseMount
		interface Files extends JpaRepository<Owned, OwnedId> {

		}

	}

	@Embeddable
	record PartId(Long whole, int number) implements Serializable {
	}

	@Entity
	static class Part extends Unidentified {

		@EmbeddedId
		PartId id;

		@MapsId("whole")
		@ManyToOne(optional = false)
		Owner whole;

		@Kind(value = "`@EmbeddedId` with the key of an association (`@MapsId`)",
				row = "insert into id_kinds$owner (id) values (2); "
						+ "insert into id_kinds$part (whole_id, number, name, content, size) "
						+ "values (2, 3, 'old.txt', X'6f6c64', 3)")
		@FuseMount
		interface Files extends JpaRepository<Part, PartId> {

		}

	}

	@Entity
	static class Detail extends Unidentified {

		@Id
		Long id;

		@MapsId
		@OneToOne(optional = false)
		Owner owner;

		@Kind(value = "`Long`, the key of an association (`@MapsId`)",
				row = "insert into id_kinds$owner (id) values (3); "
						+ "insert into id_kinds$detail (owner_id, name, content, size) "
						+ "values (3, 'old.txt', X'6f6c64', 3)")
		@FuseMount
		interface Files extends JpaRepository<Detail, Long> {

		}

	}

	@Entity
	static class NameAsId {

		@Id
		String name;

		@Lob
		Blob content;

		long size;

		@Kind("the name")
		@FuseMount
		interface Files extends JpaRepository<NameAsId, String> {

		}

	}

	@Entity
	static class DayAsId extends Unidentified {

		@Id
		LocalDate dated;

		@Kind("`LocalDate`")
		@FuseMount
		interface Files extends JpaRepository<DayAsId, LocalDate> {

		}

	}

}
