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
import jakarta.persistence.OneToOne;
import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application with names that the database keeps apart, and others. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories(considerNestedRepositories = true)
public class FilesApplication {

	@Entity(name = "Apart")
	static class Apart {

		@Id
		@Nullable Long id;

		@FileName
		@Column(unique = true, nullable = false)
		String name = "";

		@FileContent
		byte[] content = {};

		@FileSize
		long size;

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
	static class Parted {

		@Id
		@Nullable Long id;

		@FileName
		@Column(unique = true, nullable = false)
		String name = "";

		@FileContent
		@OneToOne(fetch = FetchType.LAZY, cascade = CascadeType.ALL)
		@Nullable Part content;

		@FileSize
		long size;

		@FuseMount("parted")
		interface Files extends JpaRepository<Parted, Long> {

		}

	}

	@Entity(name = "Homonym")
	static class Homonym {

		@Id
		@Nullable Long id;

		@FileName
		@Column(nullable = false)
		String name = "";

		@FileContent
		byte[] content = {};

		@FileSize
		long size;

		@FuseMount("homonyms")
		interface Files extends JpaRepository<Homonym, Long> {

		}

	}

}
