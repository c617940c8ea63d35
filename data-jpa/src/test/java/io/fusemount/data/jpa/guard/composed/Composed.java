package io.fusemount.data.jpa.guard.composed;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.PrePersist;
import jakarta.persistence.Table;
import org.hibernate.annotations.NaturalId;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.security.access.prepost.PostFilter;
import org.springframework.security.access.prepost.PreAuthorize;

/** Guarded repositories of entities whose ids or tables are out of the ordinary. */
public final class Composed {

	private Composed() {
	}

	/** What rows have. */
	@MappedSuperclass
	public abstract static class Base {

		@NaturalId(mutable = true)
		String name;

		String owner;

		@FileContent
		byte[] content = {};

		long size;

		/** Returns whose row it is. */
		public String getOwner() {
			return this.owner;
		}

	}

	/** An id of two columns. */
	@Embeddable
	public record Place(int shelf, int number) implements Serializable {

	}

	/** Has an embedded id. */
	@Entity(name = "Page")
	@Table(schema = "aside")
	public static class Page extends Base {

		@EmbeddedId
		Place id;

		@PrePersist
		void place() {
			this.id = (this.id != null) ? this.id : new Place(9, 9);
		}

	}

	/** An id of two columns, as a class. */
	public static class LeafId implements Serializable {

		int shelf;

		int number;

		@Override
		public boolean equals(Object other) {
			return other instanceof LeafId id && id.shelf == this.shelf && id.number == this.number;
		}

		@Override
		public int hashCode() {
			return 31 * this.shelf + this.number;
		}

	}

	/** Has an id of several properties. */
	@Entity(name = "Leaf")
	@IdClass(LeafId.class)
	public static class Leaf extends Base {

		@Id
		int shelf;

		@Id
		int number;

	}

	/** Is in one table, and what extends it in another. */
	@Entity(name = "Root")
	@Inheritance(strategy = InheritanceType.JOINED)
	public static class Root extends Base {

		@Id
		int id;

	}

	/** Extends it. */
	@Entity(name = "Branch")
	public static class Branch extends Root {

		String kind;

	}

	/** Filtered by ids. */
	@FuseMount(value = "pages", readOnly = true)
	public interface Pages extends JpaRepository<Page, Place> {

		@Override
		@PostFilter("filterObject.owner == authentication.name")
		List<Page> findAllById(Iterable<Place> ids);

	}

	/** Asked by the argument. */
	@FuseMount(value = "leaves", readOnly = true)
	public interface Leaves extends JpaRepository<Leaf, LeafId> {

		@Override
		@PreAuthorize("@leaves.isShown(#id, authentication.name)")
		Optional<Leaf> findById(LeafId id);

	}

	/** Filtered by ids, with the rows that extend the entity. */
	@FuseMount(value = "roots", readOnly = true)
	public interface Roots extends JpaRepository<Root, Integer> {

		@Override
		@PostFilter("filterObject.owner == authentication.name")
		List<Root> findAllById(Iterable<Integer> ids);

	}

	/** By a specification. */
	@FuseMount("branches")
	public interface Branches extends JpaRepository<Branch, Integer> {

	}

	/** By a condition. */
	@FuseMount(value = "conditioned/pages", readable = "e.owner = ?#{login}", writable = "e.owner = ?#{login}")
	public interface ConditionedPages extends JpaRepository<Page, Place> {

	}

	/** By a condition. */
	@FuseMount(value = "conditioned/leaves", readable = "e.owner = ?#{login}", writable = "e.owner = ?#{login}")
	public interface ConditionedLeaves extends JpaRepository<Leaf, LeafId> {

	}

	/** By a condition. */
	@FuseMount(value = "conditioned/roots", readable = "e.owner = ?#{login}", writable = "e.owner = ?#{login}")
	public interface ConditionedRoots extends JpaRepository<Root, Integer> {

	}

}
