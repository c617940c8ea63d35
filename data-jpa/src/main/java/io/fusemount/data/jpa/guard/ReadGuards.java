package io.fusemount.data.jpa.guard;

import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

import org.springframework.data.repository.core.RepositoryInformation;

/**
 * Whether an application lets everybody read every row of a repository. Listings and
 * reads of a mount are statements of their own, which know nothing of what an application
 * has put around, into or in place of the repository's methods.
 */
public final class ReadGuards {

	private ReadGuards() {
	}

	/**
	 * Returns the first thing found that may keep rows from somebody, as the predicate of
	 * a sentence about the entity, or {@code null} if there is none.
	 * @param repository the repository as the application uses it
	 */
	public static @Nullable String find(RepositoryInformation information, Object repository,
			EntityPersister persister) {
		return Stream
			.<Supplier<Optional<String>>>of(() -> new SecuredReads(information).find(),
					() -> new OverriddenReads(information).find(), () -> new AdvisedReads(information).find(repository),
					() -> new FilteredRows(persister).find())
			.map(Supplier::get)
			.flatMap(Optional::stream)
			.findFirst()
			.orElse(null);
	}

	/**
	 * Returns what may keep rows of an entity from somebody by its mapping alone, as the
	 * predicate of a sentence about it, or {@code null} if nothing does.
	 */
	public static @Nullable String find(EntityPersister persister) {
		return new FilteredRows(persister).find().orElse(null);
	}

}
