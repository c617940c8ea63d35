package io.fusemount.data.jpa.tree;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.fusemount.core.name.Name;
import io.fusemount.data.jpa.directory.TakenNames;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * The names of directories and other files that have precedence over those of a source of
 * files in a directory.
 *
 * @param fixed the names that are always taken
 * @param others the names in the database
 */
record NamesBefore(Set<Name> fixed, List<TakenNames> others) implements TakenNames {

	@Override
	public Set<Name> among(EntityManager entityManager, Collection<Name> names) {
		Set<Name> taken = new HashSet<>(names);
		taken.retainAll(this.fixed);
		this.others.forEach((other) -> taken.addAll(other.among(entityManager, names)));
		return taken;
	}

	@Override
	public @Nullable List<TakenRows> rows() {
		List<TakenRows> rows = new ArrayList<>();
		for (TakenNames other : this.others) {
			List<TakenRows> more = other.rows();
			if (more == null) {
				return null;
			}
			rows.addAll(more);
		}
		return rows;
	}

}
