package io.fusemount.data.jpa.rights.office;

import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.time.Instant;

import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import jakarta.persistence.Version;
import org.hibernate.Hibernate;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.jpa.repository.JpaRepository;

/** Letters of clients, and folders. */
public final class Office {

	/** A client reads his own letters, a clerk all that are of clients. */
	static final String OWN = "e.client.login = ?#{login} or ?#{clerk} = true";

	private Office() {
	}

	/** Somebody who has letters. */
	@Entity(name = "Client")
	public static class Client {

		@Id
		@GeneratedValue
		public @Nullable Long id;

		@Column(nullable = false, unique = true)
		public String name = "";

		public @Nullable String login;

	}

	/** What every file has. */
	@MappedSuperclass
	public abstract static class Stored {

		@Id
		@GeneratedValue
		public @Nullable Long id;

		@Column(nullable = false)
		public String name = "";

		@Lob
		@Nullable Blob data;

		long size;

		@CreatedDate
		public @Nullable Instant created;

		@Version
		int version;

		/** Gives the file a content. */
		public void fill(String text) {
			byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
			this.data = Hibernate.getLobHelper().createBlob(bytes);
			this.size = bytes.length;
		}

	}

	/** A file of a client. */
	@Entity(name = "Letter")
	public static class Letter extends Stored {

		@ManyToOne(fetch = FetchType.LAZY)
		public @Nullable Client client;

		public @Nullable String kind;

		public boolean sealed;

	}

	/** A directory. */
	@Entity(name = "Folder")
	@Table(uniqueConstraints = @UniqueConstraint(columnNames = { "parent_id", "name" }))
	public static class Folder {

		@Id
		@GeneratedValue
		public @Nullable Long id;

		@Column(nullable = false)
		public String name = "";

		@ManyToOne(fetch = FetchType.LAZY)
		public @Nullable Folder parent;

		public boolean secret;

		public boolean locked;

		@Version
		int version;

	}

	/** A file in a folder. */
	@Entity(name = "Paper")
	public static class Paper extends Stored {

		@ManyToOne(fetch = FetchType.LAZY)
		public @Nullable Folder folder;

	}

	/** All letters, to those who may read them. */
	@FuseMount(value = "letters", readable = OWN, writable = "e.sealed = false or ?#{clerk} = true")
	public interface Letters extends JpaRepository<Letter, Long> {

	}

	/** All letters, to everybody. */
	@FuseMount("all")
	public interface AllLetters extends JpaRepository<Letter, Long> {

	}

	/** All letters, to everybody, some of which not everybody may change. */
	@FuseMount(value = "sealed", writable = "e.sealed = false")
	public interface SealedLetters extends JpaRepository<Letter, Long> {

	}

	/** Letters of the user and of nobody. */
	@FuseMount(value = "drafts", readable = "e.client is null "
			+ "or exists (select 1 from Client x where x = e.client and x.login = ?#{login})")
	public interface Drafts extends JpaRepository<Letter, Long> {

	}

	/** Letters by a value. */
	@FuseMount(value = "kinds/{kind}", readable = OWN)
	public interface LettersByKind extends JpaRepository<Letter, Long> {

	}

	/** Letters by a period. */
	@FuseMount(value = "dates/{created:yyyy}", readable = OWN)
	public interface LettersByDate extends JpaRepository<Letter, Long> {

	}

	/** Letters by a value of another entity. */
	@FuseMount(value = "clients/{client}", readable = OWN)
	public interface LettersByClient extends JpaRepository<Letter, Long> {

	}

	/** Letters by clients, whom everybody sees. */
	@FuseMount("public/{client}")
	public interface PublicLettersByClient extends JpaRepository<Letter, Long> {

	}

	/** Known, and not mounted. */
	public interface Clients extends JpaRepository<Client, Long> {

	}

	/** Folders, some of which are secret. */
	@FuseMount(value = "folders", readable = "e.secret = false or ?#{clerk} = true",
			writable = "e.locked = false or ?#{clerk} = true")
	public interface Folders extends JpaRepository<Folder, Long> {

	}

	/** The same folders, without conditions, to look at. */
	@FuseMount(value = "archive", readOnly = true)
	public interface Archive extends JpaRepository<Folder, Long> {

	}

	/** Papers beside and in folders of which a user sees those of the user's name. */
	@FuseMount(value = "shelves/{folder}", readable = "e.name <> 'secret' or ?#{clerk} = true")
	public interface ShelvedPapers extends JpaRepository<Paper, Long> {

	}

	/** Letters of clients, to the clients. */
	@FuseMount(value = "both/{client}/own", readable = OWN)
	public interface OwnLetters extends JpaRepository<Letter, Long> {

	}

	/** Letters of clients that anybody may see. */
	@FuseMount(value = "both/{client}/open", readable = "e.sealed = false or ?#{clerk} = true")
	public interface OpenLetters extends JpaRepository<Letter, Long> {

	}

	/** Letters whose names begin with that of the user. */
	@FuseMount(value = "named", readable = "e.name like concat(?#{login}, '%')")
	public interface NamedLetters extends JpaRepository<Letter, Long> {

	}

	/** Folders whose names begin with that of the user. */
	@FuseMount(value = "shelves", readable = "e.name like concat(?#{login}, '%')")
	public interface NamedFolders extends JpaRepository<Folder, Long> {

	}

	/** Papers in folders. */
	@FuseMount("folders/{folder}")
	public interface Papers extends JpaRepository<Paper, Long> {

	}

}
