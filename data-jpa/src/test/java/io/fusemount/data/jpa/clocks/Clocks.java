package io.fusemount.data.jpa.clocks;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Date;
import java.util.UUID;

import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.PrePersist;
import jakarta.persistence.PreUpdate;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import org.hibernate.annotations.CreationTimestamp;
import org.hibernate.annotations.UpdateTimestamp;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.repository.CrudRepository;

/** An entity for each way of keeping times. */
public final class Clocks {

	private Clocks() {
	}

	/** What each of them has. */
	@MappedSuperclass
	public abstract static class Timed {

		@Column(unique = true)
		@Nullable String name;

		byte @Nullable [] content;

		long size;

		@Version
		int version;

	}

	@MappedSuperclass
	public abstract static class Generated extends Timed {

		@Id
		@GeneratedValue
		@Nullable Long id;

	}

	/** Hibernate sets the times. */
	@Entity(name = "Micros")
	public static class Micros extends Generated {

		@CreationTimestamp
		@Column(updatable = false)
		@Nullable Instant born;

		@UpdateTimestamp
		@Nullable Instant changed;

	}

	@Entity(name = "Seconds")
	public static class Seconds extends Generated {

		@CreatedDate
		@Column(secondPrecision = 0)
		@Nullable LocalDateTime born;

		@LastModifiedDate
		@Column(secondPrecision = 0)
		@Nullable LocalDateTime changed;

		@PrePersist
		void begin() {
			this.born = LocalDateTime.now();
			audit();
		}

		@PreUpdate
		void audit() {
			this.changed = LocalDateTime.now();
		}

	}

	/** Each time has its own precision. */
	@Entity(name = "Tenths")
	public static class Tenths extends Generated {

		@CreatedDate
		@Column(secondPrecision = 1)
		@Nullable OffsetDateTime born;

		@LastModifiedDate
		@Nullable OffsetDateTime changed;

		@PrePersist
		void begin() {
			this.born = OffsetDateTime.now();
			audit();
		}

		@PreUpdate
		void audit() {
			this.changed = OffsetDateTime.now();
		}

	}

	@Entity(name = "Dates")
	public static class Dates extends Generated {

		@CreatedDate
		@Nullable Date born;

		@LastModifiedDate
		@Nullable Date changed;

		@PrePersist
		void begin() {
			this.born = new Date();
			audit();
		}

		@PreUpdate
		void audit() {
			this.changed = new Date();
		}

	}

	@Entity(name = "Numbers")
	public static class Numbers extends Generated {

		@CreatedDate
		long born;

		@LastModifiedDate
		long changed;

		@PrePersist
		void begin() {
			this.born = System.currentTimeMillis();
			audit();
		}

		@PreUpdate
		void audit() {
			this.changed = System.currentTimeMillis();
		}

	}

	/** Hibernate sets the times, in something embedded. */
	@Entity(name = "EmbeddedTimes")
	public static class EmbeddedTimes extends Generated {

		@Embedded
		@Nullable Times times;

	}

	@Embeddable
	public static class Times {

		@CreationTimestamp
		@Nullable Instant born;

		@UpdateTimestamp
		@Nullable Instant changed;

	}

	/** The time of the last change is the version. */
	@Entity(name = "TimeVersioned")
	public static class TimeVersioned {

		@Id
		@GeneratedValue
		@Nullable Long id;

		@Column(unique = true)
		@Nullable String name;

		byte @Nullable [] content;

		long size;

		@Version
		@LastModifiedDate
		@Nullable Instant changed;

	}

	/** There is no time of birth, and changes are counted. */
	@Entity(name = "Ageless")
	public static class Ageless extends Generated {

		@LastModifiedDate
		@Column(secondPrecision = 0)
		@Nullable Instant changed;

		@Transient
		static int updates;

		@PreUpdate
		void audit() {
			updates++;
		}

		public static int updates() {
			return updates;
		}

	}

	/** Spring Data merges a new one: another instance is stored. */
	@Entity(name = "Assigned")
	public static class Assigned {

		@Id
		@Nullable UUID id;

		@Column(unique = true)
		@Nullable String name;

		byte @Nullable [] content;

		long size;

		@CreatedDate
		@Nullable Instant born;

		@LastModifiedDate
		@Nullable Instant changed;

		@PrePersist
		void begin() {
			this.born = Instant.now();
			audit();
		}

		@PreUpdate
		void audit() {
			this.changed = Instant.now();
		}

	}

	@FuseMount("micros")
	public interface MicrosRepository extends CrudRepository<Micros, Long> {

	}

	@FuseMount("seconds")
	public interface SecondsRepository extends CrudRepository<Seconds, Long> {

	}

	@FuseMount("tenths")
	public interface TenthsRepository extends CrudRepository<Tenths, Long> {

	}

	@FuseMount("dates")
	public interface DatesRepository extends CrudRepository<Dates, Long> {

	}

	@FuseMount("numbers")
	public interface NumbersRepository extends CrudRepository<Numbers, Long> {

	}

	@FuseMount("embedded")
	public interface EmbeddedTimesRepository extends CrudRepository<EmbeddedTimes, Long> {

	}

	@FuseMount("versioned")
	public interface TimeVersionedRepository extends CrudRepository<TimeVersioned, Long> {

	}

	@FuseMount("ageless")
	public interface AgelessRepository extends CrudRepository<Ageless, Long> {

	}

	@FuseMount("assigned")
	public interface AssignedRepository extends CrudRepository<Assigned, UUID> {

	}

}
