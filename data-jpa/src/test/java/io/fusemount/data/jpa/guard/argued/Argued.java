package io.fusemount.data.jpa.guard.argued;

import java.util.List;
import java.util.Optional;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Version;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.parameters.P;

/** Repositories whose guards look at the arguments of a call, or at none. */
public final class Argued {

	private Argued() {
	}

	/** A file. */
	@Entity(name = "Deed")
	public static class Deed {

		@Id
		@GeneratedValue
		Long id;

		String name;

		String owner;

		@FileContent
		byte[] content = {};

		long size;

		@Version
		int version;

		/** Returns whose row it is. */
		public String getOwner() {
			return this.owner;
		}

	}

	/** Asks an evaluator of permissions about each row, and about each change. */
	@FuseMount("permitted")
	public interface Permitted extends JpaRepository<Deed, Long> {

		@Override
		@PreAuthorize("hasPermission(#id, 'Deed', 'read')")
		Optional<Deed> findById(Long id);

		@Override
		@PreAuthorize("hasPermission(#id, 'Deed', 'read')")
		boolean existsById(Long id);

		@Override
		@PreAuthorize("hasPermission(#entity, 'save')")
		<S extends Deed> S save(S entity);

		@Override
		@PreAuthorize("hasPermission(#deed, 'delete')")
		void delete(@P("deed") Deed entity);

	}

	/** Asks about several rows at once, by a name of its own for the argument. */
	@FuseMount("together")
	public interface Together extends JpaRepository<Deed, Long> {

		@Override
		@PreAuthorize("@deeds.ownsAll(#these, authentication.name)")
		List<Deed> findAllById(@P("these") Iterable<Long> ids);

	}

	/** Lets clerks save, and everybody read. */
	@FuseMount("roles")
	public interface Roles extends JpaRepository<Deed, Long> {

		@Override
		@PreAuthorize("hasRole('CLERK') and @deeds.count()")
		<S extends Deed> S save(S entity);

	}

	/** Lets clerks save what is theirs. */
	@FuseMount("both")
	public interface Both extends JpaRepository<Deed, Long> {

		@Override
		@Secured("ROLE_CLERK")
		@PreAuthorize("#entity.owner == null or #entity.owner == authentication.name")
		<S extends Deed> S save(S entity);

	}

}
