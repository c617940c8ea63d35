package io.fusemount.data.jpa.guard.rows;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Optional;

import io.fusemount.annotation.FuseMount;
import io.fusemount.data.jpa.guard.rows.Letters.AlwaysFiltered;
import io.fusemount.data.jpa.guard.rows.Letters.Filtered;
import io.fusemount.data.jpa.guard.rows.Letters.Letter;
import io.fusemount.data.jpa.guard.rows.Letters.Owned;
import io.fusemount.data.jpa.guard.rows.Letters.Restricted;
import io.fusemount.data.jpa.guard.rows.Letters.SoftlyDeleted;
import jakarta.annotation.security.RolesAllowed;

import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.JpaSpecificationExecutor;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.NoRepositoryBean;
import org.springframework.data.repository.Repository;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.access.prepost.PostFilter;
import org.springframework.security.access.prepost.PreAuthorize;

/** Repositories that guard what they show, each in its own way, and some that do not. */
public final class LetterRepositories {

	private LetterRepositories() {
	}

	@FuseMount("open")
	interface Open extends JpaRepository<Letter, Long>, JpaSpecificationExecutor<Letter> {

		@Override
		@EntityGraph
		List<Letter> findAll();

		@Query("select l from Letter l where l.name = :name")
		Slice<Letter> findAllByNameOnly(String name, Pageable page);

		@Override
		@PreAuthorize("hasRole('CLERK')")
		void deleteById(Long id);

		@Override
		@Secured("CLERK")
		<S extends Letter> S save(S letter);

	}

	@FuseMount("small")
	interface Small extends Repository<Letter, Long> {

		Optional<Letter> findById(Long id);

		List<Letter> findAll();

	}

	@PreAuthorize("hasRole('CLERK')")
	interface OnType extends JpaRepository<Letter, Long> {

	}

	@Retention(RetentionPolicy.RUNTIME)
	@PreAuthorize("hasRole('CLERK')")
	@interface ForClerks {

	}

	interface OnMethod extends JpaRepository<Letter, Long> {

		@ForClerks
		@Override
		Optional<Letter> findById(Long id);

	}

	@NoRepositoryBean
	interface Base<T> extends JpaRepository<T, Long> {

		@Override
		@PostFilter("filterObject.name == authentication.name")
		List<T> findAll();

	}

	interface OnBase extends Base<Letter> {

	}

	interface OnFinder extends JpaRepository<Letter, Long> {

		@RolesAllowed("CLERK")
		List<Letter> findByHiddenTrue();

	}

	interface ByQuery extends JpaRepository<Letter, Long> {

		@Override
		@Query("select l from Letter l where l.hidden = false")
		List<Letter> findAll();

	}

	interface ByDefaultMethod extends JpaRepository<Letter, Long> {

		List<Letter> findByHiddenFalse();

		@Override
		default List<Letter> findAll() {
			return findByHiddenFalse();
		}

	}

	interface ByFragment extends JpaRepository<Letter, Long>, LetterSearch {

	}

	interface ByAspect extends JpaRepository<Letter, Long> {

		List<Letter> findByHiddenTrue();

	}

	interface OfFiltered extends JpaRepository<Filtered, Long> {

	}

	interface OfAnswers extends JpaRepository<Letters.Answer, Long> {

	}

	interface OnVoid extends JpaRepository<Letter, Long> {

		@PreAuthorize("hasRole('CLERK')")
		default void archive() {
		}

	}

	interface OfOwned extends JpaRepository<Owned, Long> {

	}

	@FuseMount("always")
	interface OfAlwaysFiltered extends JpaRepository<AlwaysFiltered, Long> {

	}

	@FuseMount("restricted")
	interface OfRestricted extends JpaRepository<Restricted, Long> {

	}

	@FuseMount("soft")
	interface OfSoftlyDeleted extends JpaRepository<SoftlyDeleted, Long> {

	}

	@FuseMount(value = "known", unguardedReads = true)
	@PreAuthorize("hasRole('CLERK')")
	interface Known extends JpaRepository<Letter, Long> {

	}

}
