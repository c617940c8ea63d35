package io.fusemount.data.jpa.feed.unheard;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileName;
import io.fusemount.annotation.FileSize;
import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Table;
import org.hibernate.annotations.Formula;
import org.hibernate.annotations.SQLRestriction;
import org.hibernate.annotations.Subselect;
import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application some of whose files are what other rows make them. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories(considerNestedRepositories = true)
public class UnheardApplication {

	@MappedSuperclass
	abstract static class Named {

		@Id
		@Nullable Long id;

		@FileName
		@Column(unique = true)
		String name = "";

		@FileContent
		byte[] content = {};

	}

	@Entity(name = "Plain")
	static class Plain extends Named {

		@FileSize
		@Formula("octet_length(content)")
		long size;

		@FuseMount(readOnly = true)
		interface Files extends JpaRepository<Plain, Long> {

		}

	}

	@Entity(name = "Report")
	@Subselect("select id, name, content, octet_length(content) as size from plain")
	static class Report extends Named {

		@FileSize
		long size;

		@FuseMount(readOnly = true)
		interface Files extends JpaRepository<Report, Long> {

		}

	}

	@Entity(name = "Shown")
	@Table(name = "plain")
	static class Shown extends Named {

		@FileSize
		@Formula("octet_length(content)")
		long size;

		@FuseMount(readOnly = true)
		interface Files extends JpaRepository<Shown, Long> {

		}

	}

	@Entity(name = "Selected")
	@SQLRestriction("exists (select 1 from plain p)")
	static class Selected extends Named {

		@FileSize
		@Column(name = "selected")
		long size;

		@FuseMount(readOnly = true)
		interface Files extends JpaRepository<Selected, Long> {

		}

		@FuseMount(mount = "other", value = "again", readOnly = true)
		interface Again extends JpaRepository<Selected, Long> {

		}

	}

	@Entity(name = "Changed")
	static class Changed extends Named {

		@FileSize
		@Column(name = "changed")
		long size;

		@FuseMount
		interface Files extends JpaRepository<Changed, Long> {

		}

		@FuseMount(mount = "other", value = "changed-again")
		interface Again extends JpaRepository<Changed, Long> {

		}

	}

	@Entity(name = "Measured")
	static class Measured extends Named {

		@FileSize
		@Formula("(select max(octet_length(p.content)) from plain p)")
		long size;

		@FuseMount(readOnly = true)
		interface Files extends JpaRepository<Measured, Long> {

		}

	}

}
