package io.fusemount.data.jpa.directory;

import java.util.Collection;
import java.util.List;
import java.util.Set;

import io.fusemount.core.name.Name;
import io.fusemount.data.jpa.scope.Scope;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * The names that others have in the same directory before the rows of a repository.
 */
@FunctionalInterface
public interface TakenNames {

	/**
	 * None: the rows are alone.
	 */
	TakenNames NONE = (entityManager, names) -> Set.of();

	/**
	 * Returns those of the names that are taken.
	 */
	Set<Name> among(EntityManager entityManager, Collection<Name> names);

	/**
	 * Returns the rows that have the names, so that a statement can ask for them, too, or
	 * {@code null} if there are others.
	 */
	default @Nullable List<TakenRows> rows() {
		return null;
	}

	/**
	 * Rows of which a name is taken as soon as one has it as its text.
	 *
	 * @param entity the entity's name
	 * @param property the property that is the text
	 * @param scope those of them that are in the directory
	 */
	record TakenRows(String entity, String property, Scope scope) {

	}

}
