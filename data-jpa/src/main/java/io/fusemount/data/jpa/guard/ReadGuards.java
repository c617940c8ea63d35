package io.fusemount.data.jpa.guard;

import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

import org.springframework.data.repository.core.RepositoryInformation;

/**
 * Detects whether an application hides rows of a repository from some users in a way that
 * a mount cannot apply. Listings and reads of a mount are separate statements, which
 * bypass everything that an application has put around, into or in place of the
 * repository's methods.
 */
public final class ReadGuards {

	private ReadGuards() {
	}

	/**
	 * Returns the first guard found that may hide rows from some users, as the predicate
	 * of a sentence about the entity, or {@code null} if there is none.
	 * @param repository the repository as the application uses it
	 * @param permission the guards that are asked for each caller
	 * @param rows the rows that the repository is asked about
	 * @param callers whether the application is told who asks
	 */
	public static @Nullable String find(RepositoryInformation information, Object repository, EntityPersister persister,
			ReadPermission permission, AskedRows rows, boolean callers) {
		ResultGuards results = new ResultGuards(information, repository);
		return Stream
			.<Supplier<Optional<String>>>of(() -> new SecuredReads(information).find(permission, rows, results),
					() -> rows.areNone() ? new OverriddenReads(information).find() : Optional.empty(),
					() -> new AdvisedReads(information).find(repository, permission, rows),
					() -> new FilteredRows(persister, callers).find())
			.map(Supplier::get)
			.flatMap(Optional::stream)
			.findFirst()
			.orElse(null);
	}

	/**
	 * Returns the guard that the mapping of an entity alone declares, as the predicate of
	 * a sentence about the entity, or {@code null} if there is none.
	 * @param owner the entity whose filters decide who sees the same
	 * @param callers whether the application is told who asks
	 */
	public static @Nullable String find(EntityPersister persister, EntityPersister owner, boolean callers) {
		return new FilteredRows(persister, callers).find(owner).orElse(null);
	}

}
