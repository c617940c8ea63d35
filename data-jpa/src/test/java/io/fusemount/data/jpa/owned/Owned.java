package io.fusemount.data.jpa.owned;

import java.sql.Blob;
import java.time.Instant;
import java.util.List;

import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.jpa.domain.support.AuditingEntityListener;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.security.access.prepost.PostFilter;

/** Files and folders, all with an owner. */
public final class Owned {

	/** The owner of a row that everybody sees. */
	public static final String EVERYBODY = "EVERYBODY";

	/** Owners see their rows, and who works for the company sees all. */
	static final String READABLE = "e.owner = ?#{user} or ?#{staff} = true or e.owner = '" + EVERYBODY + "'";

	/**
	 * Owners change their rows, the clerk those of one customer, and the administrator
	 * all.
	 */
	static final String WRITABLE = "?#{administrator} = true or e.readOnly = false "
			+ "and (e.owner = ?#{user} or ?#{staff} = true and e.owner = 'ONE')";

	private Owned() {
	}

	/** What files and directories have. */
	@MappedSuperclass
	public abstract static class OwnedEntity {

		@Id
		@GeneratedValue(strategy = GenerationType.IDENTITY)
		@Nullable Long id;

		@Column(nullable = false)
		String name = "";

		@Column(nullable = false)
		String owner = "";

		boolean readOnly;

		@Version
		int version;

	}

	/** A directory. */
	@Entity(name = "Folder")
	@Table(uniqueConstraints = @UniqueConstraint(columnNames = { "parent_id", "name" }))
	public static class Folder extends OwnedEntity {

		@ManyToOne(fetch = FetchType.LAZY)
		@Nullable Folder parent;

	}

	/** What files have. */
	@MappedSuperclass
	@EntityListeners(AuditingEntityListener.class)
	public abstract static class OwnedFile extends OwnedEntity {

		@Lob
		@Nullable Blob document;

		long size;

		@LastModifiedDate
		@Nullable Instant modified;

		@Nullable String kind;

	}

	/** A file in a folder, or in none. */
	@Entity(name = "Letter")
	@Table(uniqueConstraints = @UniqueConstraint(columnNames = { "folder_id", "name" }))
	public static class Letter extends OwnedFile {

		@ManyToOne(fetch = FetchType.LAZY)
		@Nullable Folder folder;

	}

	/** A file that is in no folder. */
	@Entity(name = "Note")
	@Table(uniqueConstraints = @UniqueConstraint(columnNames = "name"))
	public static class Note extends OwnedFile {

	}

	/** A note of which the repository says who sees it. */
	@Entity(name = "Card")
	@Table(uniqueConstraints = @UniqueConstraint(columnNames = "name"))
	public static class Card extends OwnedFile {

	}

	/** A file that is in the directory of a value. */
	@Entity(name = "Memo")
	@Table(uniqueConstraints = @UniqueConstraint(columnNames = { "kind", "name" }))
	public static class Memo extends OwnedFile {

	}

	/** The folders, in each other. */
	@FuseMount(value = "files", readable = READABLE, writable = WRITABLE)
	public interface Folders extends JpaRepository<Folder, Long> {

	}

	/** The letters in folders. */
	@FuseMount(value = "files/{folder}", readable = READABLE, writable = WRITABLE)
	public interface Letters extends JpaRepository<Letter, Long> {

	}

	/** All notes. */
	@FuseMount(value = "notes", readable = READABLE, writable = WRITABLE)
	public interface Notes extends JpaRepository<Note, Long> {

	}

	/** A file in the directory of a value, of which a bean says who sees it. */
	@Entity(name = "Slip")
	@Table(uniqueConstraints = @UniqueConstraint(columnNames = { "kind", "name" }))
	public static class Slip extends OwnedFile {

		@ManyToOne(fetch = FetchType.LAZY)
		@Nullable Folder folder;

	}

	/** Slips by a value. */
	@FuseMount("slips/{kind}")
	public interface Slips extends JpaRepository<Slip, Long> {

	}

	/** A file in one directory, of which a bean says who sees it. */
	@Entity(name = "Docket")
	@Table(uniqueConstraints = @UniqueConstraint(columnNames = "name"))
	public static class Docket extends OwnedFile {

		@ManyToOne(fetch = FetchType.LAZY)
		@Nullable Folder folder;

	}

	/** All dockets, in a directory that everybody sees. */
	@FuseMount("drawer")
	public interface Drawer extends JpaRepository<Docket, Long> {

	}

	/** All cards, of which each user gets those that the application shows. */
	@FuseMount(value = "cards", writable = WRITABLE)
	public interface Cards extends JpaRepository<Card, Long> {

		@Override
		@PostFilter("@knownUsers.isSeenBy(filterObject, authentication.name)")
		List<Card> findAllById(Iterable<Long> ids);

	}

	/** Memos by a value. */
	@FuseMount(value = "kinds/{kind}", readable = READABLE, writable = WRITABLE)
	public interface Memos extends JpaRepository<Memo, Long> {

	}

}
