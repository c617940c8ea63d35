package io.fusemount.data.jpa.shapes;

import java.lang.reflect.Field;
import java.sql.Blob;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Basic;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.PrePersist;
import jakarta.persistence.PreUpdate;
import jakarta.persistence.Version;
import org.hibernate.annotations.DynamicUpdate;
import org.hibernate.annotations.UpdateTimestamp;

import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.repository.CrudRepository;

/** Entities that are enhanced by the build, and notice themselves what is changed. */
public final class Enhancements {

	private Enhancements() {
	}

	/** What a listener notes of an entity. */
	@MappedSuperclass
	@DynamicUpdate
	@EntityListeners(Clock.class)
	public abstract static class Audited {

		@Version
		int version;

		@LastModifiedDate
		Instant modified;

	}

	/** Has its time by a listener, past its own methods. */
	@Entity(name = "Photo")
	public static class Photo extends Audited {

		@Id
		@GeneratedValue
		Long id;

		@Column(unique = true)
		String name;

		@Lob
		@Basic(fetch = FetchType.LAZY)
		Blob content;

		long size;

	}

	/** Has its time by Hibernate. */
	@Entity(name = "Slide")
	public static class Slide {

		@Id
		@GeneratedValue
		Long id;

		@Column(unique = true)
		String name;

		@Lob
		@Basic(fetch = FetchType.LAZY)
		Blob content;

		long size;

		@Version
		int version;

		@UpdateTimestamp
		Instant modified;

	}

	/**
	 * Sets a field past the methods of its entity, as the listener of Spring Data does.
	 */
	public static class Clock {

		@PrePersist
		@PreUpdate
		void touch(Object entity) throws ReflectiveOperationException {
			Field modified = Audited.class.getDeclaredField("modified");
			modified.setAccessible(true);
			modified.set(entity, Instant.now().truncatedTo(ChronoUnit.MICROS));
		}

	}

	@FuseMount
	public interface PhotoRepository extends CrudRepository<Photo, Long> {

	}

	@FuseMount
	public interface SlideRepository extends CrudRepository<Slide, Long> {

	}

}
