package io.fusemount.data.jpa.directory;

import java.util.Collection;
import java.util.List;
import java.util.Set;

import io.fusemount.core.name.Name;
import io.fusemount.data.jpa.mapping.RowMapping;
import io.fusemount.data.jpa.scope.Scope;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * The names of the rows of an entity in a directory.
 *
 * @param row the mapping of the rows
 * @param lookup finds the rows
 * @param scope the rows that are in the directory
 */
public record RowTexts(RowMapping row, RowLookup lookup, Scope scope) implements TakenNames {

	/**
	 * Returns a text that identifies the name, with its table and directory, the same in
	 * every process.
	 */
	String identity(String text) {
		return this.row.table() + this.scope.identity() + text;
	}

	@Override
	public Set<Name> among(EntityManager entityManager, Collection<Name> names) {
		return this.lookup.named(entityManager, this.scope, names);
	}

	@Override
	public @Nullable List<TakenRows> rows() {
		return this.row.nameText().isText()
				? List.of(new TakenRows(this.row.name(), this.row.fileName().name(), this.scope)) : null;
	}

}
