package io.fusemount.data.jpa.shapes;

import java.sql.Clob;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.Version;

import org.springframework.data.repository.CrudRepository;

/** Entities whose content is text. */
public final class Texts {

	private static final int LENGTH = 10_000_000;

	private Texts() {
	}

	/** A large text as a string. */
	@Entity(name = "Letter")
	public static class Letter {

		@Id
		@GeneratedValue
		Long id;

		@Column(unique = true)
		String name;

		@Lob
		@Column(length = LENGTH)
		String body;

		Long size;

		@Version
		int version;

		String addressee = "nobody";

	}

	/** A large text as a locator. */
	@Entity(name = "Story")
	public static class Story {

		@Id
		@GeneratedValue
		Long id;

		@Column(unique = true)
		String name;

		@Column(length = LENGTH)
		Clob plot;

		long size;

		@Version
		int version;

	}

	/** A few characters. */
	@Entity(name = "Verse")
	public static class Verse {

		@Id
		@GeneratedValue
		Long id;

		@Column(unique = true)
		String name;

		@FileContent
		@Column(length = 20)
		String line;

		int size;

	}

	@FuseMount
	public interface LetterRepository extends CrudRepository<Letter, Long> {

	}

	@FuseMount
	public interface StoryRepository extends CrudRepository<Story, Long> {

	}

	@FuseMount
	public interface VerseRepository extends CrudRepository<Verse, Long> {

	}

}
