package io.fusemount.autoconfigure.claims;

import java.time.Instant;

import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.repository.Repository;

/** Claims with their attachments. */
final class Claims {

	private Claims() {
	}

	/** A claim, which people call by its number. */
	@Entity(name = "Claim")
	static class Claim {

		@Id
		@GeneratedValue
		@Nullable Long id;

		@Column(unique = true)
		@Nullable String number;

	}

	/** A file that belongs to a claim. */
	@Entity(name = "Attachment")
	static class Attachment {

		@Id
		@GeneratedValue
		@Nullable Long id;

		@ManyToOne(fetch = FetchType.LAZY, optional = false)
		@Nullable Claim claim;

		@Column(nullable = false)
		@Nullable String name;

		@Nullable String kind;

		@Column(length = 10_000)
		byte @Nullable [] data;

		long size;

		@Version
		int version;

		@CreatedDate
		@Nullable Instant created;

	}

	/** Known, and not mounted. */
	interface ClaimRepository extends JpaRepository<Claim, Long> {

	}

	/** A directory for each claim. */
	@FuseMount("claims/{claim.number}")
	interface AttachmentRepository extends JpaRepository<Attachment, Long> {

	}

	/** The same files by their kind. */
	@FuseMount("kinds/{kind}")
	interface AttachmentsByKind extends JpaRepository<Attachment, Long> {

	}

	/** The same files by date, for reading. */
	@FuseMount("dates/{created:yyyy}/{created:MM}")
	interface AttachmentsByDate extends Repository<Attachment, Long> {

	}

}
