package io.fusemount.data.jpa.directory;

import java.util.Collection;
import java.util.List;
import java.util.Set;

import io.fusemount.core.name.Name;
import io.fusemount.data.jpa.scope.Scope;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * The names in a directory that take precedence over those of a repository's rows.
 */
@FunctionalInterface
public interface TakenNames {

	/**
	 * No names: the rows are alone.
	 */
	TakenNames NONE = (entityManager, names) -> Set.of();

	/**
	 * Returns those of the names that are taken.
	 */
	Set<Name> among(EntityManager entityManager, Collection<Name> names);

	/**
	 * Returns the rows that have the names, so that a statement can include them, or
	 * {@code null} if not only rows have them.
	 */
	default @Nullable List<TakenRows> rows() {
		return null;
	}

	/**
	 * Rows that take a name by having it as their text.
	 *
	 * @param entity the name of the entity
	 * @param property the property of the text
	 * @param scope the rows that are in the directory
	 */
	record TakenRows(String entity, String property, Scope scope) {

	}

}
