package io.fusemount.data.jpa.shapes;

import java.sql.Blob;
import java.time.Instant;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileSize;
import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.Version;
import org.hibernate.annotations.UpdateTimestamp;

import org.springframework.data.repository.CrudRepository;

/** Entities that have what makes a file in classes of their own. */
public final class Embeddings {

	private Embeddings() {
	}

	/** All but the content is embedded, the name twice. */
	@Entity(name = "Picture")
	public static class Picture {

		@Id
		@GeneratedValue
		Long id;

		@Embedded
		Details details;

		@Embedded
		Place place;

		@Lob
		Blob content;

		@Version
		int version;

	}

	@Embeddable
	public static class Details {

		@Embedded
		Title title;

		long size;

		@UpdateTimestamp
		Instant changed;

		String rights = "reserved";

	}

	@Embeddable
	public static class Title {

		@Column(name = "title", unique = true)
		String name;

	}

	/** Something that has nothing to do with files. */
	@Embeddable
	public static class Place {

		String town;

	}

	/** The content is embedded, in a record. */
	@Entity(name = "Card")
	public static class Card {

		@Id
		@GeneratedValue
		Long id;

		@Column(unique = true)
		String name;

		@Embedded
		Scan scan;

	}

	@Embeddable
	public record Scan(@FileContent @Column(length = 1000) byte[] bytes, @FileSize int length, String device) {

	}

	@FuseMount
	public interface PictureRepository extends CrudRepository<Picture, Long> {

	}

	@FuseMount
	public interface CardRepository extends CrudRepository<Card, Long> {

	}

}
