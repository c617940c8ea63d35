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
import jakarta.persistence.OneToOne;
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
