package io.fusemount.data.jpa.kinds;

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
import jakarta.persistence.MappedSuperclass;
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
	record Place(String shelf, int number) {
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

		@Kind(value = "`@IdClass`",
				row = "insert into id_kinds$two_ids (shelf, number, name, content, size) "
						+ "values ('a', 1, 'old.txt', X'6f6c64', 3)")
		@FuseMount
		interface Files extends JpaRepository<TwoIds, Place> {

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
