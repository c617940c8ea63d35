package io.fusemount.data.jpa.guard.shown;

import java.util.List;
import java.util.Optional;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;
import org.springframework.security.access.prepost.PostAuthorize;
import org.springframework.security.access.prepost.PostFilter;

/** Repositories that say themselves which rows a user sees. */
public final class Shown {

	private Shown() {
	}

	/** What rows have. */
	@MappedSuperclass
	public abstract static class Base {

		@Id
		@GeneratedValue
		Long id;

		String name;

		String owner;

		/** Returns whose row it is. */
		public String getOwner() {
			return this.owner;
		}

	}

	/** A file. */
	@Entity(name = "Paper")
	public static class Paper extends Base {

		@FileContent
		byte[] content = {};

		long size;

		String kind = "k";

	}

	/** A directory. */
	@Entity(name = "Binder")
	public static class Binder extends Base {

	}

	/** Filters what it finds by several ids. */
	@FuseMount("filtered")
	public interface Filtered extends JpaRepository<Paper, Long> {

		@Override
		@PostFilter("filterObject.owner == authentication.name")
		List<Paper> findAll();

		@Override
		@PostFilter("filterObject.owner == authentication.name")
		List<Paper> findAllById(Iterable<Long> ids);

	}

	/** Refuses single rows. */
	@FuseMount("authorized")
	public interface Authorized extends JpaRepository<Paper, Long> {

		@Override
		@PostAuthorize("returnObject.isEmpty() or returnObject.get().owner == authentication.name")
		Optional<Paper> findById(Long id);

	}

	/** Refuses what it finds by several ids, as a whole. */
	@FuseMount("whole")
	public interface Whole extends JpaRepository<Paper, Long> {

		@Override
		@PostAuthorize("returnObject.?[owner != #root.authentication.name].isEmpty()")
		List<Paper> findAllById(Iterable<Long> ids);

	}

	/** Finds rows in its own way, the same ones for everybody. */
	@FuseMount("queried")
	public interface Queried extends JpaRepository<Paper, Long> {

		@Override
		@Query("select p from Paper p where p.id = :id and p.owner <> 'nobody'")
		Optional<Paper> findById(Long id);

	}

	/** Filters directories. */
	@FuseMount("binders")
	public interface Binders extends JpaRepository<Binder, Long> {

		@Override
		@PostFilter("filterObject.owner == authentication.name")
		List<Binder> findAllById(Iterable<Long> ids);

	}

}
