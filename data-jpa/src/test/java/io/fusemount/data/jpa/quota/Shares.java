package io.fusemount.data.jpa.quota;

import java.sql.Blob;

import io.fusemount.annotation.FileQuota;
import io.fusemount.annotation.FuseMount;
import io.fusemount.core.operation.Caller;
import io.fusemount.data.jpa.creation.FileInitializer;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.data.spel.spi.EvaluationContextExtension;

/** Files whose repositories have quotas of all kinds. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories(considerNestedRepositories = true)
public class Shares {

	/** The users, by their numbers. */
	@Bean
	EvaluationContextExtension users() {
		return new EvaluationContextExtension() {

			@Override
			public String getExtensionId() {
				return "users";
			}

			@Override
			public Object getRootObject() {
				return new User(Caller.current());
			}

		};
	}

	@Bean
	FileInitializer<Draft> owners() {
		return (draft, file) -> draft.owner = new User(file.caller()).getLogin();
	}

	/**
	 * What expressions see.
	 *
	 * @param caller whose program asks
	 */
	public record User(@Nullable Caller caller) {

		/** Returns the name of the user. */
		public String getLogin() {
			return (this.caller != null) ? "user " + this.caller.uid() : "nobody";
		}

	}

	/** Somebody who has bought some space. */
	@Entity(name = "Tenant")
	public static class Tenant {

		@Id
		@GeneratedValue
		@Nullable Long id;

		@Column(nullable = false, unique = true)
		String name = "";

		@Nullable Long room;

		@Nullable Integer number;

	}

	/** What every file has. */
	@MappedSuperclass
	public abstract static class Stored {

		@Id
		@GeneratedValue
		@Nullable Long id;

		@Column(nullable = false)
		String name = "";

		@Lob
		@Nullable Blob data;

		long size;

		@Version
		int version;

	}

	/** A file that counts together with all others. */
	@Entity(name = "Report")
	public static class Report extends Stored {

	}

	/** A file of a user. */
	@Entity(name = "Draft")
	public static class Draft extends Stored {

		@Nullable String owner;

	}

	/** A file of a tenant. */
	@Entity(name = "Plan")
	public static class Plan extends Stored {

		@ManyToOne(fetch = FetchType.LAZY)
		@Nullable Tenant tenant;

	}

	/** All together. */
	@FuseMount(value = "reports", quota = @FileQuota(bytes = "100B", files = "${most.reports:3}"))
	public interface Reports extends JpaRepository<Report, Long> {

	}

	/** By owner. */
	@FuseMount(value = "drafts", quota = @FileQuota(per = "owner", caller = "?#{login}", bytes = "100B", files = "3"))
	public interface Drafts extends JpaRepository<Draft, Long> {

	}

	/** By tenant, whom the path names. */
	@FuseMount(value = "plans/{tenant}",
			quota = @FileQuota(per = "tenant", bytes = "tenant.room", files = "tenant.number"))
	public interface Plans extends JpaRepository<Plan, Long> {

	}

	/** Known, so that tenants without plans have a directory. */
	public interface Tenants extends JpaRepository<Tenant, Long> {

	}

}
