package io.fusemount.data.jpa.guard.asked;

import java.util.List;

import io.fusemount.data.jpa.guard.rows.Letters.Letter;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.access.prepost.PostFilter;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.authorization.method.HandleAuthorizationDenied;
import org.springframework.security.authorization.method.MethodAuthorizationDeniedHandler;

/** Repositories whose guards can be asked, or only seem so. */
public final class AskedRepositories {

	private AskedRepositories() {
	}

	/** Shows nothing to whoever is refused. */
	public static class Nothing implements MethodAuthorizationDeniedHandler {

		@Override
		public @Nullable Object handleDeniedInvocation(MethodInvocation call, AuthorizationResult result) {
			return List.of();
		}

	}

	/** An empty list for whoever is refused. */
	public interface Handled extends JpaRepository<Letter, Long> {

		@Override
		@PreAuthorize("hasRole('CLERK')")
		@HandleAuthorizationDenied(handlerClass = Nothing.class)
		List<Letter> findAll();

	}

	/** An expression of the type about the arguments of its methods. */
	@PreAuthorize("#rootName == null or #rootName == authentication.name")
	public interface ByArgument extends JpaRepository<Letter, Long> {

		/** Finds letters by their name. */
		List<Letter> findByName(String rootName);

	}

	/** An expression of the type that needs no argument. */
	@PreAuthorize("hasRole('CLERK') and #root.authentication.name != #this.authentication.principal.class.name")
	public interface OfClerks extends JpaRepository<Letter, Long> {

	}

	/** Two kinds of annotations. */
	public interface Mixed extends JpaRepository<Letter, Long> {

		@Override
		@Secured("ROLE_CLERK")
		List<Letter> findAll();

		@Override
		@PreAuthorize("isAuthenticated()")
		long count();

	}

	/** Two kinds of annotations, one of them on the type. */
	@Secured("ROLE_CLERK")
	public interface MixedOnType extends JpaRepository<Letter, Long> {

		@Override
		@PreAuthorize("isAuthenticated()")
		List<Letter> findAll();

	}

	/** A guard that needs the result. */
	public interface Filtered extends JpaRepository<Letter, Long> {

		@Override
		@PostFilter("filterObject.name == authentication.name")
		List<Letter> findAll();

	}

	/** The same guard where it can be asked about single rows. */
	public interface FilteredById extends JpaRepository<Letter, Long> {

		@Override
		@PostFilter("filterObject.name == authentication.name")
		List<Letter> findAll();

		@Override
		@PostFilter("filterObject.name == authentication.name")
		List<Letter> findAllById(Iterable<Long> ids);

	}

	/** No annotation. */
	public interface Plain extends JpaRepository<Letter, Long> {

	}

}
