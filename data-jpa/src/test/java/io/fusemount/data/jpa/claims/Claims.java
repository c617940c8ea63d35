package io.fusemount.data.jpa.claims;

import java.util.Optional;

import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.repository.Repository;

/** Claims of customers, with what is attached to them. */
public final class Claims {

	private Claims() {
	}

	/** How far a claim has come. */
	public enum Status {

		OPEN, CLOSED

	}

	/** Somebody who is insured. */
	@Entity(name = "Customer")
	public static class Customer {

		@Id
		@GeneratedValue
		public @Nullable Long id;

		@Column(nullable = false, unique = true)
		public String name = "";

		public @Nullable String region;

		@Version
		int version;

	}

	/** A claim, which people call by its number. */
	@Entity(name = "Claim")
	public static class Claim {

		@Id
		@GeneratedValue
		public @Nullable Long id;

		public @Nullable String number;

		@Enumerated(EnumType.STRING)
		@Column(nullable = false)
		public Status status = Status.OPEN;

		@ManyToOne(fetch = FetchType.LAZY)
		public @Nullable Customer customer;

	}

	/** A file that belongs to a claim. */
	@Entity(name = "Attachment")
	@Table(uniqueConstraints = @UniqueConstraint(columnNames = { "claim_id", "name" }))
	public static class Attachment extends Stored {

		@ManyToOne(fetch = FetchType.LAZY, optional = false)
		public @Nullable Claim claim;

	}

	/** A file that may belong to a customer, of a kind and a year. */
	@Entity(name = "Letter")
	public static class Letter extends Stored {

		@ManyToOne(fetch = FetchType.LAZY)
		public @Nullable Customer customer;

		public @Nullable String kind;

		@Column(name = "of_year")
		public @Nullable Integer year;

		public boolean secret;

	}

	/** A file that is in one directory with letters. */
	@Entity(name = "Photo")
	public static class Photo extends Stored {

		@ManyToOne(fetch = FetchType.LAZY)
		public @Nullable Customer customer;

	}

	/** Directories of customers. */
	@FuseMount("customers")
	public interface CustomerRepository extends JpaRepository<Customer, Long> {

		Optional<Customer> findByName(String name);

	}

	/** Known, and not mounted. */
	public interface ClaimRepository extends JpaRepository<Claim, Long> {

	}

	/** A directory for each claim. */
	@FuseMount("claims/{claim.number}")
	public interface AttachmentRepository extends JpaRepository<Attachment, Long> {

	}

	/** By what a claim is like, for reading. */
	@FuseMount("states/{claim.status}/{claim.number}")
	public interface AttachmentsByStatus extends Repository<Attachment, Long> {

	}

	/** By whom a claim is of. */
	@FuseMount("regions/{claim.customer.region}/{claim.customer}/{claim.number}")
	public interface AttachmentsByRegion extends JpaRepository<Attachment, Long> {

	}

	/** Letters below customers. */
	@FuseMount("customers/{customer}/letters")
	public interface LetterRepository extends JpaRepository<Letter, Long> {

	}

	/** Letters by values of their own. */
	@FuseMount("kinds/{kind}/{year}")
	public interface LettersByKind extends JpaRepository<Letter, Long> {

	}

	/** Letters by customers that have letters of a year. */
	@FuseMount("years/{year}/{customer}")
	public interface LettersByYear extends JpaRepository<Letter, Long> {

	}

	/** Letters by date, for reading. */
	@FuseMount("dates/{created:yyyy}/{created:MM}")
	public interface LettersByDate extends Repository<Letter, Long> {

	}

	/** Letters by month. */
	@FuseMount("months/{created:yyyy-MM}")
	public interface LettersByMonth extends JpaRepository<Letter, Long> {

	}

	/** Photos beside letters. */
	@FuseMount("mixed/{customer}")
	public interface PhotoRepository extends JpaRepository<Photo, Long> {

	}

	/** Letters beside photos, for reading. */
	@FuseMount("mixed/{customer}")
	public interface LettersBesidePhotos extends Repository<Letter, Long> {

	}

}
