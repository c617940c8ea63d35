package io.fusemount.data.jpa.kinds;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

import io.fusemount.annotation.FileName;
import io.fusemount.annotation.FuseMount;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.OneToMany;
import jakarta.persistence.PrePersist;
import jakarta.persistence.Version;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import org.hibernate.annotations.Formula;
import org.hibernate.annotations.UpdateTimestamp;

import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.jpa.repository.JpaRepository;

/** What an entity has beside the file. */
final class ColumnKinds {

	private ColumnKinds() {
	}

	enum State {

		DRAFT, FINAL

	}

	@Embeddable
	record Author(String first, String last) {
	}

	/** Stores locales as their tags. */
	static class LocaleConverter implements AttributeConverter<Locale, String> {

		@Override
		public String convertToDatabaseColumn(Locale locale) {
			return (locale != null) ? locale.toLanguageTag() : null;
		}

		@Override
		public Locale convertToEntityAttribute(String tag) {
			return (tag != null) ? Locale.forLanguageTag(tag) : null;
		}

	}

	@Entity
	static class Customer {

		@Id
		@GeneratedValue
		Long id;

	}

	@Entity
	static class PaddedName extends Unversioned {

		@Column(columnDefinition = "char(20)")
		String name;

		@Kind("a name in a `char(20)` column")
		@FuseMount
		interface Files extends JpaRepository<PaddedName, Long> {

		}

	}

	@Entity
	static class Beside extends Stored {

		@Enumerated(EnumType.STRING)
		State state = State.DRAFT;

		@Embedded
		Author author;

		@Convert(converter = LocaleConverter.class)
		Locale language;

		@ElementCollection
		Set<String> tags = new TreeSet<>();

		@ManyToOne
		Customer customer;

		@OneToMany
		List<Customer> readers = new ArrayList<>();

		@Kind("an enum, a record, a converter, collections and associations that may be empty")
		@FuseMount
		interface Files extends JpaRepository<Beside, Long> {

		}

	}

	@Entity
	static class UniqueName {

		@Id
		@GeneratedValue
		Long id;

		@FileName
		@Column(unique = true)
		String title;

		byte[] content;

		long size;

		@Kind("a unique name with `@FileName`, no `@Version`")
		@FuseMount
		interface Files extends JpaRepository<UniqueName, Long> {

		}

	}

	@Entity
	static class Dated extends Stored {

		@UpdateTimestamp
		LocalDateTime changed;

		@Kind("`@UpdateTimestamp` of type `LocalDateTime`")
		@FuseMount
		interface Files extends JpaRepository<Dated, Long> {

		}

	}

	@Entity
	static class OldDated extends Stored {

		@LastModifiedDate
		Date changed;

		@Kind("`@LastModifiedDate` of type `java.util.Date`, without auditing")
		@FuseMount
		interface Files extends JpaRepository<OldDated, Long> {

		}

	}

	@Entity
	static class OfDay extends Stored {

		@UpdateTimestamp
		LocalDate dated;

		@Kind("`@UpdateTimestamp` of type `LocalDate`")
		@FuseMount
		interface Files extends JpaRepository<OfDay, Long> {

		}

	}

	@Entity
	static class Mandatory extends Stored {

		@Column(nullable = false)
		String number;

		@Kind(value = "a mandatory column without a value",
				row = "insert into column_kinds$mandatory (id, name, content, size, version, number) "
						+ "values (0, 'old.txt', X'6f6c64', 3, 0, '4711')")
		@FuseMount
		interface Files extends JpaRepository<Mandatory, Long> {

		}

	}

	@Entity
	static class Defaulted extends Stored {

		@NotNull
		@Column(nullable = false)
		String number = "4711";

		@Column(nullable = false)
		Instant received;

		@PrePersist
		void receive() {
			this.received = Instant.now();
		}

		@Kind("mandatory columns with a default and by `@PrePersist`")
		@FuseMount
		interface Files extends JpaRepository<Defaulted, Long> {

		}

	}

	@Entity
	static class OfCustomer extends Stored {

		@ManyToOne(optional = false)
		Customer customer;

		@Kind(value = "a mandatory association",
				row = "insert into column_kinds$customer (id) values (0); "
						+ "insert into column_kinds$of_customer (id, name, content, size, version, customer_id) "
						+ "values (0, 'old.txt', X'6f6c64', 3, 0, 0)")
		@FuseMount
		interface Files extends JpaRepository<OfCustomer, Long> {

		}

	}

	@Entity
	static class Validated {

		@Id
		@GeneratedValue
		Long id;

		@Pattern(regexp = "[a-z]+\\.pdf", message = "only PDF is archived")
		String name;

		byte[] content;

		long size;

		@Kind(value = "validation that a text file does not pass",
				row = "insert into column_kinds$validated (id, name, content, size) values (0, 'old.txt', X'6f6c64', 3)")
		@FuseMount
		interface Files extends JpaRepository<Validated, Long> {

		}

	}

	@Entity
	static class TwoNames extends Stored {

		@FileName
		String title;

		@FileName
		String subject;

		@Kind("two properties with `@FileName`")
		@FuseMount
		interface Files extends JpaRepository<TwoNames, Long> {

		}

	}

	@Entity
	static class NumberedFile {

		@Id
		@GeneratedValue
		Long id;

		@FileName
		long number;

		byte[] content;

		long size;

		@Kind("a number as name")
		@FuseMount
		interface Files extends JpaRepository<NumberedFile, Long> {

		}

	}

	/** A file without a version. */
	@MappedSuperclass
	abstract static class Unversioned {

		@Id
		@GeneratedValue
		Long id;

		byte[] content;

		long size;

	}

	@Entity
	static class NullVersion extends Unversioned {

		String name;

		@Version
		Integer version;

		@Kind(value = "a `@Version` that is null in existing rows",
				row = "alter table column_kinds$null_version alter column version set null; "
						+ "insert into column_kinds$null_version (id, name, content, size) "
						+ "values (0, 'old.txt', X'6f6c64', 3)")
		@FuseMount
		interface Files extends JpaRepository<NullVersion, Long> {

		}

	}

	@Entity
	static class InstantVersion extends Unversioned {

		String name;

		@Version
		Instant version;

		@Kind("a `@Version` of type `Instant`")
		@FuseMount
		interface Files extends JpaRepository<InstantVersion, Long> {

		}

	}

	/** Stores names with a prefix. */
	static class Prefix implements AttributeConverter<String, String> {

		@Override
		public String convertToDatabaseColumn(String name) {
			return (name != null) ? "x" + name : null;
		}

		@Override
		public String convertToEntityAttribute(String column) {
			return (column != null) ? column.substring(1) : null;
		}

	}

	@Entity
	static class ConvertedName extends Unversioned {

		@Convert(converter = Prefix.class)
		String name;

		@Kind("a name with a converter")
		@FuseMount
		interface Files extends JpaRepository<ConvertedName, Long> {

		}

	}

	@Entity
	static class ComputedName extends Unversioned {

		String first;

		@Formula("first || '.txt'")
		String name;

		@Kind("a name that is computed")
		@FuseMount
		interface Files extends JpaRepository<ComputedName, Long> {

		}

	}

}
