package io.fusemount.data.jpa.mapping.misfits;

import java.sql.Blob;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Date;

import io.fusemount.annotation.FileName;
import io.fusemount.annotation.FileSize;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.Lob;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Table;
import org.hibernate.annotations.Formula;

import org.springframework.data.annotation.LastModifiedDate;

/** Entities that cannot be files, or only just. */
public final class Misfits {

	private Misfits() {
	}

	@MappedSuperclass
	public abstract static class Base {

		@Id
		@GeneratedValue
		Long id;

		String name;

		byte[] content;

		long size;

	}

	@Entity
	public static class Fitting extends Base {

	}

	@Embeddable
	public static class Review {

		@LastModifiedDate
		Instant reviewed;

	}

	@Entity
	public static class Reviewed extends Base {

		@LastModifiedDate
		Instant modified;

		@Embedded
		Review review;

	}

	@Entity
	public static class ReviewedTwice extends Base {

		@Embedded
		@AttributeOverride(name = "reviewed", column = @Column(name = "first_reviewed"))
		Review first;

		@Embedded
		@AttributeOverride(name = "reviewed", column = @Column(name = "last_reviewed"))
		Review last;

	}

	@Entity
	@Table(indexes = @Index(columnList = "name", unique = true))
	public static class ComputedSize {

		@Id
		String id;

		String name;

		@Lob
		Blob content;

		@Lob
		String description;

		byte[] checksum;

		@Formula("length(content)")
		Long size;

		Date modified;

	}

	@Entity
	public static class NumberNamed extends Base {

	}

	@Entity
	public static class Nameless {

		@Id
		Long id;

		byte[] content;

		long size;

	}

	@Entity
	public static class TwoNames extends Base {

		String fileName;

	}

	@Entity
	public static class AnnotatedName extends Base {

		String fileName;

		@FileName
		String title;

	}

	@Entity
	public static class NumberAsName extends Base {

		@FileName
		int number;

	}

	@Entity
	public static class IdAsName {

		@Id
		String name;

		byte[] content;

		long size;

	}

	@Entity
	public static class ReadOnlyName {

		@Id
		Long id;

		@Column(updatable = false)
		String name;

		byte[] content;

		long size;

	}

	@Entity
	public static class TwoEmbeddedNames {

		@Id
		Long id;

		@Embedded
		@AttributeOverride(name = "name", column = @Column(name = "first_name"))
		Named first;

		@Embedded
		@AttributeOverride(name = "name", column = @Column(name = "second_name"))
		Named second;

		byte[] content;

		long size;

	}

	@Embeddable
	public static class Named {

		String name;

	}

	@Entity
	public static class Sizeless {

		@Id
		Long id;

		String name;

		byte[] content;

		String size;

	}

	@Entity
	public static class TextAsSize extends Base {

		@FileSize
		String length;

	}

	@Entity
	public static class DayAsTime extends Base {

		@LastModifiedDate
		LocalDate day;

	}

	@Entity
	public static class DateAsId {

		@Id
		Date id;

		String name;

		byte[] content;

		long size;

	}

	@Entity
	public abstract static class Abstract extends Base {

	}

}
