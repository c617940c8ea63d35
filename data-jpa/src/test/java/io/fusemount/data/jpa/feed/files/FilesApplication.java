package io.fusemount.data.jpa.feed.files;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileName;
import io.fusemount.annotation.FileSize;
import io.fusemount.annotation.FuseMount;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToOne;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application with names that the database keeps apart, and others. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories(considerNestedRepositories = true)
public class FilesApplication {

	@MappedSuperclass
	abstract static class Sized {

		@Id
		@Nullable Long id;

		@FileSize
		long size;

	}

	@Entity(name = "Apart")
	static class Apart extends Sized {

		@FileName
		@Column(unique = true, nullable = false)
		String name = "";

		@FileContent
		byte[] content = {};

		@FuseMount("apart")
		interface Files extends JpaRepository<Apart, Long> {

		}

	}

	@Entity(name = "Part")
	static class Part {

		@Id
		@GeneratedValue
		@Nullable Long id;

		byte[] bytes = {};

	}

	@Entity(name = "Parted")
	static class Parted extends Sized {

		@FileName
		@Column(unique = true, nullable = false)
		String name = "";

		@FileContent
		@OneToOne(fetch = FetchType.LAZY, cascade = CascadeType.ALL)
		@Nullable Part content;

		@FuseMount("parted")
		interface Files extends JpaRepository<Parted, Long> {

		}

	}

	/** A directory. */
	@Entity(name = "Shelf")
	static class Shelf {

		@Id
		@Nullable Long id;

		@Column(unique = true, nullable = false)
		String name = "";

		@FuseMount("shelves")
		interface Directories extends JpaRepository<Shelf, Long> {

		}

	}

	@Entity(name = "Book")
	@Table(uniqueConstraints = @UniqueConstraint(columnNames = { "shelf_id", "name" }))
	static class Book extends Sized {

		@FileName
		@Column(nullable = false)
		String name = "";

		@ManyToOne(fetch = FetchType.LAZY, optional = false)
		@Nullable Shelf shelf;

		@FileContent
		byte[] content = {};

		@FuseMount("shelves/{shelf}")
		interface Files extends JpaRepository<Book, Long> {

		}

	}

	/** A directory. */
	@Entity(name = "Desk")
	static class Desk {

		@Id
		@Nullable Long id;

		@Column(unique = true, nullable = false)
		String name = "";

		@FuseMount("desks")
		interface Directories extends JpaRepository<Desk, Long> {

		}

	}

	/** A file on a desk, or on none. */
	@Entity(name = "Note")
	static class Note extends Sized {

		@FileName
		@Column(unique = true, nullable = false)
		String name = "";

		@ManyToOne(fetch = FetchType.LAZY)
		@Nullable Desk desk;

		@FileContent
		byte[] content = {};

		@FuseMount("desks/{desk}")
		interface Files extends JpaRepository<Note, Long> {

		}

	}

	@Entity(name = "Homonym")
	static class Homonym extends Sized {

		@FileName
		@Column(nullable = false)
		String name = "";

		@FileContent
		byte[] content = {};

		@FuseMount("homonyms")
		interface Files extends JpaRepository<Homonym, Long> {

		}

	}

}
